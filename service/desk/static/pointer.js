// JSON Pointers (RFC 6901) into the table.

const parts = (pointer) =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));

export function at(value, pointer) {
  for (const part of parts(pointer)) {
    if (value === null || value === undefined) return undefined;
    value = value[part];
  }
  return value;
}

/** Sets a value; what is missing on the way becomes an object. */
export function put(value, pointer, what) {
  const path = parts(pointer);
  const last = path.pop();
  for (const part of path) value = value[part] ??= {};
  value[last] = what;
}

/** The member of `known` that is `pointer` or the longest beginning of it. */
export function closest(pointer, known) {
  while (pointer) {
    if (known.has(pointer)) return pointer;
    pointer = pointer.slice(0, pointer.lastIndexOf("/"));
  }
  return null;
}

/** Every place in the table where this card lies: [pointer of the list, index]. Only lists are looked at, not the steps of a turn. */
export function whereIs(state, card) {
  const found = [];
  const walk = (value, pointer) => {
    if (Array.isArray(value)) {
      value.forEach((each, index) => {
        if (each === card) found.push([pointer, index]);
        else if (each && typeof each === "object") walk(each, `${pointer}/${index}`);
      });
    } else if (value && typeof value === "object") {
      for (const [key, each] of Object.entries(value)) {
        if (key !== "turn" && key !== "rulings" && key !== "colors") walk(each, `${pointer}/${key}`);
      }
    }
  };
  walk(state, "");
  return found;
}
