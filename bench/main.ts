import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { Bench } from './bench.ts';
import { growth } from './chapters/growth.ts';
import { latency } from './chapters/latency.ts';
import { memory } from './chapters/memory.ts';
import { profile } from './chapters/profile.ts';
import { start } from './chapters/start.ts';
import { throughput } from './chapters/throughput.ts';
import { COMPLETE, QUICK } from './plan.ts';
import { Report } from './report.ts';

const USAGE = `npm run bench -- [--only throughput,latency,growth,memory,start,profile] [--quick] [--json file]
Everything but \`profile\` runs unless \`--only\` says otherwise. BENCH_DATABASE_URL: a PostgreSQL of your own, with the right
to create databases; without it the embedded one is started.`;

const CHAPTERS = { throughput, latency, growth, memory, start, profile };
const DEFAULT: Chapter[] = ['throughput', 'latency', 'growth', 'memory', 'start'];
type Chapter = keyof typeof CHAPTERS;

function readOptions() {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, quick: { type: 'boolean' }, json: { type: 'string' }, help: { type: 'boolean' } },
  });
  const only = values.only?.split(',') ?? DEFAULT;
  const unknown = only.filter((chapter) => !(chapter in CHAPTERS));
  if (unknown.length > 0) throw new Error(`There is no chapter ${unknown.join(', ')}.`);
  return { ...values, chapters: only as Chapter[] };
}

const machine = {
  cpus: cpus().length,
  model: cpus()[0]?.model.trim() ?? 'unknown',
  memoryGb: Math.round(totalmem() / 2 ** 30),
  platform: `${process.platform} ${process.arch}`,
  node: process.version,
};

async function main(): Promise<void> {
  const { quick, json, help, chapters } = readOptions();
  if (help) return console.log(USAGE);
  const plan = quick ? QUICK : COMPLETE;
  const report = new Report();
  const date = new Date().toISOString();
  await using bench = await Bench.start(plan);
  const postgres = await bench.database.describe();
  console.log(`Latchkey bench, ${date}${quick ? ' (quick: not to be quoted)' : ''}`);
  console.log(
    `${machine.cpus} × ${machine.model}, ${machine.memoryGb} GB, ${machine.platform}, Node ${machine.node}, PostgreSQL ${postgres.version}`,
  );
  console.log(
    `${Object.entries(postgres.settings)
      .map((setting) => setting.join('='))
      .join(' ')}\n`,
  );
  for (const chapter of chapters) {
    console.error(`… ${chapter}`);
    await CHAPTERS[chapter](bench, report);
  }
  console.log(report.toText());
  if (json)
    writeFileSync(
      json,
      `${JSON.stringify({ date, quick: quick ?? false, machine, postgres, plan, figures: report }, null, 2)}\n`,
    );
}

// Whatever ends this process ends the others: they follow the connection to it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));
try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(USAGE);
  process.exitCode = 1;
}
