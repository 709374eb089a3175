import { parseArgs } from 'node:util';

export const USAGE = `npm run bench -- [--only throughput,latency,growth,portal,memory,start,products,purchases,relay,
seats,ingest,metering-growth,customer-meters,profile] [--quick] [--json file]
Everything but \`profile\` runs unless \`--only\` says otherwise. BENCH_DATABASE_URL: a PostgreSQL of your own, with the right
to create databases; without it the embedded one is started. BENCH_REDIS_URL: a Redis
database that may be emptied (redis://127.0.0.1:6379/14); without an answer from it, PostgreSQL alone is measured.`;

const SCENARIOS = [
  'throughput',
  'latency',
  'growth',
  'portal',
  'memory',
  'start',
  'products',
  'purchases',
  'relay',
  'ingest',
  'metering-growth',
  'customer-meters',
  'seats',
  'profile',
] as const;
export type Scenario = (typeof SCENARIOS)[number];

const isChapter = (name: string): name is Scenario => SCENARIOS.some((chapter) => chapter === name);

/** Throws with a sentence for what it does not know. */
export function readOptions() {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, quick: { type: 'boolean' }, json: { type: 'string' }, help: { type: 'boolean' } },
  });
  const { only, quick = false, json, help = false } = values;
  const chapters = only?.split(',').filter(isChapter) ?? SCENARIOS.filter((chapter) => chapter !== 'profile');
  if (only && chapters.length < only.split(',').length) throw new Error(`--only names a chapter that there is not: ${only}`);
  return { chapters, quick, json, help };
}
