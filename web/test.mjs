// Asks the module of real and teaching rounds, by every model of pairs and every system, and compares with the native program.
//
// node web/test.mjs MODULE PROGRAM INSTANCES; the module may be that of a page

import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { moduleOf } from './packed.mjs';
import { load } from './swiss-ilp.mjs';

const MODELS = ['pairs', 'fair', 'swiss', 'monrad', 'burstein', 'random', 'soft-bans', 'mcmahon', 'debating'];
const SYSTEMS = ['tcec', 'dutch-1998', 'dutch-2012', 'dutch-2017', 'dutch-2026', 'dubov-1997'];
// The latest round of each real file, and one from its middle. The tournaments of organisers have what three of the models ask for.
const REAL = {
  'aeroflot-open-2026.trf': [9, 5],
  'arad-2026-a.trf': [9, 5],
  'british-championship-2026.trf': [9, 5],
  'graz-open-2026-a.trf': [9, 5],
  'gros-open-2010.trf': [5, 3],
  'clubs.json': [undefined],
  'debating.json': [undefined],
  'go.json': [undefined],
};

const [, , module, program, instances] = process.argv;
const bytes = moduleOf(module);
const ask = await load(bytes);

/** What the program writes. */
function native(command, file, round, by) {
  const given = [command, file, ...by, '--format', 'json', ...(round ? ['--round', `${round}`] : [])];
  try {
    return JSON.parse(execFileSync(program, given, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 28 }));
  } catch (error) {
    // A round without a pairing, or what is refused, ends with another exit code.
    return JSON.parse(error.stdout);
  }
}

const withoutTimes = ({ seconds, ...record }) => JSON.stringify(record);
const faults = [];
const slowest = [];
let asked = 0;
let proven = 0;
let refused = 0;

function compare(name, round, question, request, by) {
  const file = join(instances, name);
  const about = `${question} ${name} round ${round ?? 'next'} ${by.join(' ')}`;
  const begun = process.cpuUsage();
  const at = round ? { round } : {};
  const reply = ask(readFileSync(file), { question, request: { at, ...request } });
  const took = process.cpuUsage(begun).user / 1e6;
  const expected = native(question, file, round, by);
  asked += 1;
  slowest.push([took, about]);
  if (reply.answer === undefined) {
    refused += 1;
    // The command line names its options.
    if (expected.error?.replaceAll('--', '') !== reply.said) faults.push(`${about}: ${reply.ended}: ${reply.said}`);
    return;
  }
  if (withoutTimes(reply.answer) !== withoutTimes(expected)) {
    faults.push(`${about}: not what the program writes\n  ${withoutTimes(reply.answer)}\n  ${withoutTimes(expected)}`);
  }
  if (reply.answer.optimal) proven += 1;
}

const teaching = readdirSync(instances).filter((name) => name.startsWith('teaching-'));
const rounds = Object.entries(REAL).flatMap(([name, all]) => all.map((round) => [name, round]));
for (const [name, round] of [...rounds, ...teaching.map((name) => [name, undefined])]) {
  for (const model of MODELS) compare(name, round, 'solve', { model }, ['--model', model]);
  for (const system of SYSTEMS) compare(name, round, 'pair', { system }, ['--system', system]);
}
for (const [name, round] of rounds.slice(0, 10)) {
  for (const system of SYSTEMS) compare(name, round - 1, 'verify', { rules: { system } }, ['--system', system]);
  compare(name, round - 1, 'verify', {}, []);
}

// What cannot be done without HiGHS says so, and a time limit is kept by the clock of the page.
const british = readFileSync(join(instances, 'british-championship-2026.trf'));
const at = { round: 8 };
const slots = ask(british, { question: 'solve', request: { at, model: 'slots', method: 'highs' } });
if (!slots.said?.includes('take the program with HiGHS')) faults.push(`slots: ${JSON.stringify(slots)}`);
const within = ask(british, { question: 'solve', request: { at }, seconds: 1000 });
if (within.answer?.status !== 'optimal') faults.push(`within a limit: ${JSON.stringify(within)}`);
const nothing = ask(british, { question: 'solve', request: { threads: 0 } });
if (nothing.ended !== 'refused' || !nothing.said.startsWith('threads ')) faults.push(`refused: ${JSON.stringify(nothing)}`);

slowest.sort((a, b) => b[0] - a[0]);
console.log(`the module has ${bytes.length} bytes`);
slowest.slice(0, 10).forEach(([took, about]) => console.log(`${took.toFixed(2)} s of processor: ${about}`));
console.log(`${asked} asked: ${proven} proven, ${refused} refused by both`);
faults.slice(0, 20).forEach((fault) => console.error(fault));
if (faults.length > 0) {
  console.error(`${faults.length} faults`);
  process.exit(1);
}
