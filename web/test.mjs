// Asks the module of real and teaching rounds, by every model of pairs and every system, and compares with the native program.
//
// node web/test.mjs MODULE PROGRAM INSTANCES

import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
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
const bytes = readFileSync(module);
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
let verified = 0;
let refused = 0;

function compare(name, round, command, by) {
  const file = join(instances, name);
  const about = `${name} round ${round ?? 'next'} by ${by[Object.keys(by)[0]]}`;
  const begun = process.cpuUsage();
  const answer = ask(readFileSync(file), { round, by });
  const took = process.cpuUsage(begun).user / 1e6;
  const expected = native(command, file, round, Object.entries(by).flatMap(([key, value]) => [`--${key}`, value]));
  asked += 1;
  slowest.push([took, about]);
  if (answer.refused !== undefined) {
    refused += 1;
    if (expected.error !== answer.refused) faults.push(`${about}: refused: ${answer.refused}`);
    return;
  }
  const { record, proven: claim, is_verified: isVerified } = answer.solved ?? answer.paired;
  if (withoutTimes(record) !== withoutTimes(expected)) {
    faults.push(`${about}: not what the program writes\n  ${withoutTimes(record)}\n  ${withoutTimes(expected)}`);
  }
  if (answer.solved) {
    const isDone = record.status === 'infeasible' ? claim === 'infeasible' : record.verified && claim === 'optimal';
    if (!isDone) faults.push(`${about}: ${record.status}, proven: ${claim}`);
    proven += 1;
  } else {
    if (record.status === 'paired' && !isVerified) faults.push(`${about}: the verifier does not agree`);
    verified += 1;
  }
}

const teaching = readdirSync(instances).filter((name) => name.startsWith('teaching-'));
const rounds = Object.entries(REAL).flatMap(([name, all]) => all.map((round) => [name, round]));
for (const [name, round] of [...rounds, ...teaching.map((name) => [name, undefined])]) {
  for (const model of MODELS) compare(name, round, 'solve', { model });
  for (const system of SYSTEMS) compare(name, round, 'pair', { system });
}

// What cannot be done without HiGHS says so, and a time limit is kept by the clock of the page.
const british = readFileSync(join(instances, 'british-championship-2026.trf'));
const slots = ask(british, { round: 8, by: { model: 'slots' } });
if (!slots.refused?.includes('take the program with HiGHS')) faults.push(`slots: ${JSON.stringify(slots)}`);
const within = ask(british, { round: 8, by: { model: 'pairs' }, seconds: 1000 });
if (within.solved?.record.status !== 'optimal') faults.push(`within a limit: ${JSON.stringify(within)}`);

slowest.sort((a, b) => b[0] - a[0]);
console.log(`the module has ${bytes.length} bytes`);
slowest.slice(0, 10).forEach(([took, about]) => console.log(`${took.toFixed(2)} s of processor: ${about}`));
console.log(`${asked} asked: ${proven} solved and proven, ${verified} by systems, ${refused} refused by both`);
faults.slice(0, 20).forEach((fault) => console.error(fault));
if (faults.length > 0) {
  console.error(`${faults.length} faults`);
  process.exit(1);
}
