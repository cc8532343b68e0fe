// The rounds of the course, each with the tab and the question of its chapter: `#lesson=game`.

export const LESSONS = {
  game: { source: { teaching: "teaching-game" }, tab: "guess", hide: ["optimum"], question: "Ten players: pair them by hand. Can you beat the optimiser?" },
  round: { source: { teaching: "teaching-6" }, tab: "solve", question: "Six players, three boards. Which of the pairs may not meet, and what is each board worth?" },
  text: { source: { teaching: "teaching-weights" }, tab: "change", question: "One big wish against two small ones: move a weight until another pairing is best." },
  relaxation: { source: { teaching: "teaching-triangle" }, tab: "prove", question: "Two triangles: why do the players’ numbers alone prove too little?" },
  duals: { source: { teaching: "teaching-8" }, tab: "prove", question: "Eight numbers prove that nothing is better. Can you make their sum smaller?" },
  tiers: { source: { teaching: "teaching-weights" }, model: "fair", tab: "solve", question: "Scores first, then colours: what does a later tier decide?" },
  federation: { source: { teaching: "teaching-float" }, system: "dutch-2012", tab: "solve", question: "Pairing from the top: what does it cost at the bottom?" },
  why: { source: { teaching: "teaching-8" }, tab: "why", chosen: [1, 4], question: "Why not 1-4? What does the wish cost?" },
  rounds: { source: { teaching: "teaching-ties" }, tab: "solve", question: "Three pairings, one value: find all of them." },
};
