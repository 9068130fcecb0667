// What one event of an answer does to the table, so that a move can be watched step by step. The last word is always the
// service's own state: these tables only lead up to it.

const find = (state, id) => state.players.findIndex((each) => each.id === id);
const who = (state, id) => state.players[find(state, id)];

/** Takes a card out of a list; a hidden one was this card all along. */
function takeOut(list, card) {
  const at = list.includes(card) ? list.indexOf(card) : list.indexOf("??");
  if (at >= 0) list.splice(at, 1);
}

/** The pointer of the last card of a list. */
const last = (pointer, list) => `${pointer}/${list.length - 1}`;

function draw(state, { player, card, cards = [card] }) {
  const hand = who(state, player).hand;
  state.deck.splice(0, cards.length);
  hand.push(...cards);
  return cards.map((_, i) => `/players/${find(state, player)}/hand/${hand.length - 1 - i}`);
}

const begin = (state, { player }) => {
  state.turn = { player, steps: [] };
  return [`/players/${find(state, player)}`];
};
const pointAt = (state, { player }) => [`/players/${find(state, player)}`];
const nothing = () => [];

/** Each changes the state and says where on the table one should look. */
const RED7 = {
  played_to_palette(state, { player, card }) {
    const { hand, palette } = who(state, player);
    takeOut(hand, card);
    palette.push(card);
    return [last(`/players/${find(state, player)}/palette`, palette)];
  },
  played_to_canvas(state, { player, card }) {
    takeOut(who(state, player).hand, card);
    state.canvas.push(card);
    return [last("/canvas", state.canvas)];
  },
  moved_to_canvas(state, { player, card }) {
    takeOut(who(state, player).palette, card);
    state.canvas.push(card);
    return [last("/canvas", state.canvas)];
  },
  returned_to_deck(state, { player, card }) {
    takeOut(who(state, player).palette, card);
    state.deck.unshift(card);
    return ["/deck", "/deck/0"];
  },
  removed_from_palette(state, { from, card }) {
    takeOut(who(state, from).palette, card);
    state.deck.unshift(card);
    return ["/deck", "/deck/0"];
  },
  drew: draw,
  effect_ignored(state, { player, card }) {
    const at = who(state, player).palette.indexOf(card);
    return [`/players/${find(state, player)}/palette/${at}`];
  },
  survived: pointAt,
  eliminated(state, { player }) {
    const gone = who(state, player);
    state.aside.push(...gone.hand, ...gone.palette);
    Object.assign(gone, { hand: [], palette: [], eliminated: true });
    return [`/players/${find(state, player)}`];
  },
  turn_began: begin,
  round_won(state, event) {
    state.turn = null;
    return pointAt(state, event);
  },
};

const THE_GAME = {
  played(state, { player, card, pile }) {
    takeOut(who(state, player).hand, card);
    state.piles[pile].push(card);
    return [last(`/piles/${pile}`, state.piles[pile])];
  },
  command_lifted: (state, { pile }) => [`/piles/${pile}`],
  command_in_force: (state, { pile }) => [last(`/piles/${pile}`, state.piles[pile])],
  drew: draw,
  turn_ended: pointAt,
  player_finished: pointAt,
  turn_began: begin,
  lost(state, event) {
    Object.assign(state, { result: "lost", turn: null });
    return pointAt(state, event);
  },
  won(state) {
    Object.assign(state, { result: "won", turn: null });
    return [];
  },
};

const cellAt = (state, x, y) => state.board.findIndex((each) => each.x === x && each.y === y);

const PUNTO = {
  placed(state, { player, card, x, y }) {
    who(state, player).deck.shift();
    state.turn = { ...state.turn, passes: 0 };
    const at = cellAt(state, x, y);
    if (at < 0) state.board.push({ x, y, cards: [card] });
    else state.board[at].cards.push(card);
    return [`/board/${cellAt(state, x, y)}`];
  },
  covered: (state, { x, y }) => [`/board/${cellAt(state, x, y)}`],
  passed(state, { player, card }) {
    const { deck } = who(state, player);
    if (card) deck[0] = card;
    state.turn = { ...state.turn, passes: (state.turn.passes ?? 0) + 1 };
    return pointAt(state, { player });
  },
  line_completed: (state, { cells }) => cells.map(([x, y]) => `/board/${cellAt(state, x, y)}`),
  blocked: nothing,
  round_won(state, { player }) {
    Object.assign(state, { winner: player, turn: null });
    return pointAt(state, { player });
  },
  round_drawn(state) {
    Object.assign(state, { winner: "draw", turn: null });
    return [];
  },
  turn_began(state, { player }) {
    state.turn = { player, passes: state.turn.passes ?? 0 };
    return pointAt(state, { player });
  },
};

/** A card laid in a column of Seven7s; the seventh is its player's ending card. */
function lay(state, { player, card, column }) {
  const cards = state.columns[column];
  cards.push(card);
  if (cards.length === 7) who(state, player).ending_card = card;
  return [last(`/columns/${column}`, cards)];
}

const SEVEN7S = {
  played(state, event) {
    takeOut(who(state, event.player).hand, event.card);
    return lay(state, event);
  },
  stole(state, event) {
    takeOut(who(state, event.from).hand, event.card);
    return lay(state, event);
  },
  called: () => ["/deck"],
  revealed(state, { player, card, won }) {
    state.deck.shift();
    const list = won ? who(state, player).fortunes : state.discard;
    list.push(card);
    return [last(won ? `/players/${find(state, player)}/fortunes` : "/discard", list)];
  },
  took(state, { player, card, column }) {
    const { hand } = who(state, player);
    state.columns[column].pop();
    hand.push(card);
    return [last(`/players/${find(state, player)}/hand`, hand)];
  },
  peeked: (state, { hands, deck }) => [
    ...Object.keys(hands).map((id) => `/players/${find(state, id)}/hand`),
    ...(deck ? ["/deck"] : []),
  ],
  reordered(state, _, { cards }) {
    state.deck.splice(0, cards.length, ...cards);
    return ["/deck"];
  },
  trump_changed: (state) => [last("/columns/colors", state.columns.colors)],
  value_cancelled: (state) => [last("/columns/ages", state.columns.ages)],
  power_used: (state, { power }) => [last(`/columns/${power}`, state.columns[power])],
  drew: draw,
  turn_ended: pointAt,
  player_skipped: pointAt,
  turn_began: begin,
  game_over(state) {
    Object.assign(state, { over: true, turn: null });
    return [];
  },
};

const EFFECTS = { red7: RED7, "the-game": THE_GAME, punto: PUNTO, seven7s: SEVEN7S };

/** What a table leaves out, written as the service does: lists are empty, flags false, the rest null. */
function filled(value, like) {
  if (Array.isArray(like)) {
    const list = value ?? [];
    return list.map((each, i) => (like[i] && typeof like[i] === "object" ? filled(each, like[i]) : each));
  }
  if (like && typeof like === "object") {
    const whole = { ...value };
    for (const [key, each] of Object.entries(like)) {
      if (each && typeof each === "object") whole[key] = key === "turn" ? (value?.turn ?? null) : filled(value?.[key], each);
      else whole[key] ??= typeof each === "boolean" ? false : null;
    }
    return whole;
  }
  return value;
}

/** The table after each event, worked out here: {state, event, look: [pointers]} for each. */
export function derived(game, before, events, after, action) {
  let state = filled(before, after);
  return events.map((event) => {
    state = structuredClone(state);
    return { event, look: EFFECTS[game][event.type](state, event, action), state };
  });
}

/** The steps to show on the way to `after`, which is the last one's table. What is not known here is shown as it ends. */
export function stepsOf(game, before, events, after, action) {
  try {
    const steps = derived(game, before, events, after, action);
    if (steps.length) steps.at(-1).state = after;
    return steps;
  } catch {
    return events.map((event) => ({ event, look: [], state: after }));
  }
}
