// A game that has no table of its own yet: its state as JSON, everything else as for any other game.
import { T } from "../language.js";
import { ROOT, read } from "../api.js";

const sentence = ({ type, clause, ...rest }) => {
  const said = Object.entries(rest).map(
    ([key, value]) => `${key} ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return [type.replaceAll("_", " "), ...said].join(", ");
};

/** The first state of the contract's examples for this game: a table that the service is known to understand. */
async function firstState(id) {
  try {
    const contract = await read("openapi.json");
    for (const operation of ["verdict", "legal-actions", "score"]) {
      const examples = contract.paths[`/v1/${id}/${operation}`]?.post.requestBody.content["application/json"].examples ?? {};
      for (const { value } of Object.values(examples)) if (value.state) return value.state;
    }
  } catch (error) {
    console.warn(`${ROOT}openapi.json`, error);
  }
  return null;
}

export async function generic(game) {
  const state = await firstState(game.id);
  return {
    id: "generic",
    fresh: (names) => structuredClone(state) ?? { players: names.map((id) => ({ id })), turn: null },
    freshPlayer: (id) => ({ id }),
    isEmpty: () => false,
    turnOf: (player) => ({ player }),
    copies: () => 1,
    face: (code) => ({ tone: "plain", big: code, name: code }),
    layout: (table) => ({ players: table.players.map((_, index) => ({ index, zones: [] })) }),
    actions: () => [],
    kindName: (type) => type.replaceAll("_", " "),
    sayMove: ({ action }) => T(sentence(action), sentence(action)),
    sayEvent: (event) => T(sentence(event), sentence(event)),
  };
}
