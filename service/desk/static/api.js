// The public API, asked in the reader's language. Everything this page knows comes from here.
import { language } from "./language.js";

/** The service's root, wherever it is mounted: this module lies at <root>/desk/<revision>/api.js. */
export const ROOT = new URL("../../", import.meta.url);

/** No answer: the service was not reached (status 0), or it did not want to answer. It says nothing about the table. */
export class Refused extends Error {
  constructor(status, body = {}) {
    super(`${status} ${body.title ?? ""}`);
    this.status = status;
    this.body = body;
  }
}

/** The reader's API key, where the service asks for one: kept as long as this tab is open, sent to this service only. */
export const key = {
  get: () => {
    try {
      return sessionStorage.getItem("arbiter.key") ?? "";
    } catch {
      return key.held;
    }
  },
  set: (value) => {
    key.held = value;
    try {
      if (value) sessionStorage.setItem("arbiter.key", value);
      else sessionStorage.removeItem("arbiter.key");
    } catch {
      // A browser that keeps nothing has it until the page is left.
    }
  },
  held: "",
};

async function fetched(path, { headers, ...options } = {}) {
  let response;
  try {
    const mine = key.get() ? { Authorization: `Bearer ${key.get()}` } : {};
    response = await fetch(new URL(path, ROOT), { ...options, headers: { ...headers, ...mine } });
  } catch {
    throw new Refused(0);
  }
  // A proxy's own page is no JSON; its status still says enough.
  const body = await response.json().catch(() => null);
  if (response.ok && body === null) throw new Refused(0);
  return { status: response.status, body: body ?? {} };
}

/** A document, in all languages at once: asked without headers of our own, so that what the page preloads is used. */
export async function read(path) {
  const { status, body } = await fetched(path);
  if (status !== 200) throw new Refused(status, body);
  return body;
}

/** {status, body}: an answer (200), or what is wrong with the question (400, 422). */
export async function ask(game, operation, request) {
  const { status, body } = await fetched(`v1/${game}/${operation}`, {
    method: "POST",
    headers: { "Accept-Language": language(), "Content-Type": "application/json" },
    body: JSON.stringify(request),
  });
  if (![200, 400, 422].includes(status)) throw new Refused(status, body);
  return { status, body };
}

export const curl = (game, operation, request) =>
  [
    `curl -X POST '${new URL(`v1/${game}/${operation}`, ROOT)}'`,
    "-H 'Content-Type: application/json'",
    `-H 'Accept-Language: ${language()}'`,
    ...(key.get() ? ["-H 'Authorization: Bearer YOUR_API_KEY'"] : []),
    `-d '${JSON.stringify(request).replaceAll("'", "'\\''")}'`,
  ].join(" \\\n  ");
