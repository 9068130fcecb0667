// The whole table in a link: JSON, deflated where the browser can, in URL-safe base64. The first letter says which it is.

const toText = (bytes) => {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
};
const toBytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

export async function pack(shared) {
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  if (!("CompressionStream" in globalThis)) return "j" + toText(bytes);
  return "z" + toText(await through(bytes, new CompressionStream("deflate-raw")));
}

export async function unpack(text) {
  let bytes = toBytes(text.slice(1));
  if (text[0] === "z") bytes = await through(bytes, new DecompressionStream("deflate-raw"));
  else if (text[0] !== "j") throw new Error("not a table");
  return JSON.parse(new TextDecoder().decode(bytes));
}
