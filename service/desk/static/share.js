// The whole table in a link: JSON, deflated where the browser can, in URL-safe base64. The first letter says which it is.

const toText = (bytes) => {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
};
const toBytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));

/** More than any table comes to: a link that unpacks to more is not one of ours. */
const MOST = 256 * 1024;

async function through(bytes, stream) {
  const pieces = [];
  let size = 0;
  for (const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST) {
      await reader.cancel();
      throw new Error("too long");
    }
    pieces.push(value);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

export async function pack(shared) {
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  if (!("CompressionStream" in globalThis)) return "j" + toText(bytes);
  return "z" + toText(await through(bytes, new CompressionStream("deflate-raw")));
}

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const all = (list, test, most) => Array.isArray(list) && list.length <= most && list.every(test);

/** {g: game, s: table, q?: question, a?: [the move in question], e?: the event that ended it}; throws where it is anything else. */
export async function unpack(text) {
  if (text.length > MOST) throw new Error("too long");
  let bytes = toBytes(text.slice(1));
  if (text[0] === "z") bytes = await through(bytes, new DecompressionStream("deflate-raw"));
  else if (text[0] !== "j") throw new Error("not a table");
  const shared = JSON.parse(new TextDecoder().decode(bytes));
  const { g, s, q = null, a = [], e = null } = shared;
  const isPlayer = (each) => isObject(each) && typeof each.id === "string";
  const isAction = (each) => isObject(each) && typeof each.type === "string";
  if (typeof g !== "string" || !isObject(s) || !all(s.players, isPlayer, 8)) throw new Error("not a table");
  if ((q !== null && typeof q !== "string") || !all(a, isAction, 500)) throw new Error("not a question");
  if (e !== null && !isAction(e)) throw new Error("not an event");
  return { g, s, q, a, e };
}
