// The rounds of the course, each with the tab and the question of its chapter: `#lesson=game`. A level names the next one.

const teaching = (name) => ({ teaching: `teaching-${name}` });

export const LESSONS = {
  round: { source: teaching("6"), tab: "guess", hide: ["optimum"], next: "eight", question: "Level 1, six players: four pairings are legal. Draw each of them. Which is worth most?" },
  eight: { source: teaching("8"), tab: "guess", hide: ["optimum"], next: "game", question: "Level 2, eight players: pair them from the top. What is left at the bottom, and can you do better?" },
  game: { source: teaching("game"), tab: "guess", hide: ["optimum"], question: "Level 3, ten players: pair them by hand. How much can five boards be worth?" },
  ten: { source: teaching("10"), tab: "guess", hide: ["optimum"], question: "Ten players, of whom one is absent: who gets the bye?" },
  text: { source: teaching("third-colour"), tab: "change", question: "Ada and Cleo lead, and have not met. Switch off the rule of the third colour: what changes?" },
  symmetry: { source: teaching("8"), tab: "solve", question: "One pairing on four numbered boards: in how many orders can it be written down?" },
  relaxation: { source: teaching("triangle"), tab: "prove", relaxed: true, question: "Two triangles: why do the players’ numbers alone prove too little?" },
  duals: { source: teaching("8"), tab: "prove", hide: ["optimum"], duals: Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((id) => [id, "25"])), question: "Each player has 25, and so no pairing is worth more than 200. Make the sum smaller: how far can you go?" },
  tiers: { source: teaching("weights"), tab: "change", question: "One big wish against two small ones: move a weight until another pairing is best." },
  federation: { source: teaching("float"), system: "dutch-2012", tab: "guess", hide: ["optimum"], question: "Pair from the top, equal scores first, as an arbiter would. Who has to move down?" },
  why: { source: teaching("8"), tab: "why", question: "Ada asks why she does not play Dan. Choose both cards: what would it cost everybody else?" },
  "your-own-rule": { source: { teaching: "clubs" }, tables: { attributes: "number,family\n1,Berg\n2,Berg\n5,Lund\n8,Lund\n" }, tab: "change", question: "Two of one club or of one family should not meet here. Write it as a term of your own: whom does it move?" },
  rounds: { source: teaching("ties"), tab: "solve", question: "Three pairings, one value: find all of them." },
};

/** The state that a lesson opens with is different from the first one in this; null if there is no such lesson. */
export function opening(lesson) {
  if (!Object.hasOwn(LESSONS, lesson)) return null;
  const { next, ...state } = LESSONS[lesson];
  return { ...state, lesson };
}
