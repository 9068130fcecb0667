// The public API, asked in the reader's language. Everything this page knows comes from here.
import { language } from "./language.js";

/** The service's root, wherever it is mounted: this module lies at <root>/desk/<revision>/api.js. */
export const ROOT = new URL("../../", import.meta.url);

export class Unreachable extends Error {}

async function fetched(path, options = {}) {
  try {
    const response = await fetch(new URL(path, ROOT), {
      ...options,
      headers: { "Accept-Language": language(), ...options.headers },
    });
    return { status: response.status, body: await response.json() };
  } catch {
    throw new Unreachable();
  }
}

export async function read(path) {
  const { status, body } = await fetched(path);
  if (status !== 200) throw new Unreachable();
  return body;
}

/** {status, body}: an answer (200) or a problem. */
export const ask = (game, operation, request) =>
  fetched(`v1/${game}/${operation}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(request),
  });

export const curl = (game, operation, request) =>
  [
    `curl -X POST '${new URL(`v1/${game}/${operation}`, ROOT)}'`,
    "-H 'Content-Type: application/json'",
    `-H 'Accept-Language: ${language()}'`,
    `-d '${JSON.stringify(request).replaceAll("'", "'\\''")}'`,
  ].join(" \\\n  ");
