// What is on the desk now, and the only ways to change it. Everything shown is drawn from here.
import { ask, read } from "./api.js";
import { at, put, whereIs } from "./pointer.js";

export const desk = {
  games: [],
  game: null, // its entry in GET /v1/games
  adapter: null,
  rules: null, // GET /v1/games/{game}/rules, once they are needed
  state: null, // the table, as the API takes it
  cursor: null, // where a tapped card goes: {pointer} or {cell: [x, y]}
  tab: "cards",
  question: null,
  steps: [], // the move in question for "is this legal?"
  answer: null, // {question, operation, request, status, body}
  stale: false,
  legal: null, // the moves on offer: an answer of legal-actions
  log: [], // what playing on has done
  past: [], // for undo
  marks: new Map(), // pointer -> {kind, badge}
  missing: null, // {action, needs}: a move that waits for a card to be named
  picked: null, // a card tapped while playing: only its moves are on offer
  ink: null, // a colour chosen in the palette, where the cards' own are not fixed
  turned: new Set(), // switches turned while this table lies here: they stay in sight
  open: new Set(), // places that are folded out
  walk: null, // {steps, index}: a move that is being shown step by step
};

const step = () => desk.walk?.steps[desk.walk.index];
/** The table to show: in the middle of a walk an earlier one. */
export const shown = () => step()?.state ?? desk.state;
/** What is to be said about a place or card: {kind, badge} or nothing. */
export const markAt = (pointer) => {
  if (!desk.walk) return desk.marks.get(pointer);
  return step().look.includes(pointer) ? { kind: "step" } : undefined;
};

const listeners = [];
export const onChange = (listener) => listeners.push(listener);
export const changed = () => listeners.forEach((listener) => listener());

const PAST = 200;
const snapshot = () => ({ state: desk.state, log: desk.log, cursor: desk.cursor });

/** Changes the table; undo brings the old one back. What was answered before is out of date. */
export function edit(change, { log = [], walk = null } = {}) {
  desk.past.push(snapshot());
  if (desk.past.length > PAST) desk.past.shift();
  const state = structuredClone(desk.state);
  desk.state = change(state) ?? state;
  desk.log = log;
  unanswered();
  desk.walk = walk;
  changed();
}

export function unanswered() {
  desk.stale = desk.answer !== null;
  desk.legal = null;
  desk.missing = null;
  desk.picked = null;
  desk.walk = null;
  desk.marks = new Map();
}

export function undo() {
  const before = desk.past.pop();
  if (!before) return false;
  Object.assign(desk, before);
  unanswered();
  changed();
  return true;
}

/** A new table: nothing of the old one stays, but undo leads back to it within the same game. */
export function setTable(state, { keep = true } = {}) {
  if (keep && desk.state) desk.past.push(snapshot());
  else desk.past = [];
  desk.state = state;
  desk.log = [];
  desk.steps = [];
  desk.answer = null;
  desk.question = null;
  desk.open = new Set();
  desk.turned = new Set();
  unanswered();
  desk.cursor = desk.adapter.start?.(state) ?? null;
}

/** Whether this very card, or another copy of it, can still be put. */
export const copiesLeft = (card) => desk.adapter.copies(card) - whereIs(desk.state, card).length;

/** Changes which cards lie where, by hand: what was played in this turn can no longer be told from it. */
export const lay = (change) =>
  edit((state) => {
    change(state);
    if (state.turn?.steps?.length) state.turn.steps = [];
  });

export function putCard(card) {
  const { pointer, index, cell } = desk.cursor;
  if (index !== undefined) {
    // A hidden card is named, no more: the turn goes on, and so does the cursor, to the place itself.
    edit((state) => put(state, `${pointer}/${index}`, card) ?? state);
    desk.cursor = { pointer };
    return;
  }
  lay((state) => {
    if (cell) return desk.adapter.putOnCell(state, cell, card);
    if (!Array.isArray(at(state, pointer))) put(state, pointer, []);
    at(state, pointer).push(card);
  });
}

export const takeCard = (pointer, index) => lay((state) => at(state, pointer).splice(index, 1));

/** Renames a player everywhere the table names one. */
export function rename(state, from, to) {
  const swap = (value) => {
    for (const key of ["player", "starter", "winner"]) if (value?.[key] === from) value[key] = to;
  };
  swap(state);
  swap(state.turn);
  for (const step of state.turn?.steps ?? []) swap(step);
  for (const player of state.players) if (player.id === from) player.id = to;
}

let waiting = 0;

/** Asks the service about the table as it is now; null if another one lies there when the answer comes. */
export async function judged(operation, request) {
  const { game, state } = desk;
  const busy = () => document.querySelector("main").setAttribute("aria-busy", String(waiting > 0));
  waiting += 1;
  busy();
  try {
    const answered = await ask(game.id, operation, request);
    return game === desk.game && state === desk.state ? answered : null;
  } finally {
    waiting -= 1;
    busy();
  }
}

const rulebooks = new Map();

/** Sees to it that the rulebook of the game is here. A table can be laid out without it, an answer not be explained. */
export async function needRules() {
  const { game } = desk;
  if (!rulebooks.has(game.id)) rulebooks.set(game.id, await read(`v1/games/${game.id}/rules`));
  if (game === desk.game) desk.rules = rulebooks.get(game.id);
}
