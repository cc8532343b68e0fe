// The tournament as JSON, which a person can change: results, and nothing that the rules would have to be known for.
import { asBinary, fromBinary } from "./state.mjs";

/** A source as JSON, if it is that; null otherwise. */
export function parsed(source) {
  const text = new TextDecoder().decode(fromBinary(source.text));
  if (!text.trimStart().startsWith("{")) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A tournament as a source. */
export const sourceOf = (tournament, name) => ({ name, text: asBinary(new TextEncoder().encode(JSON.stringify(tournament))) });

/** The tournament with another result of a game. Points that were declared go: they would contradict it. */
export function withResult(tournament, round, game, result) {
  const rounds = tournament.rounds.map((one, at) => (at + 1 !== round ? one : { ...one, games: one.games.map((other, place) => (place === game ? { ...other, result } : other)) }));
  const players = tournament.players.map(({ points, ...player }) => player);
  return { ...tournament, players, rounds };
}
