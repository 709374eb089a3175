import { writeFileSync } from 'node:fs';
import { Bench } from './bench.ts';
import { customerMeters } from './chapters/customer-meters.ts';
import { growth } from './chapters/growth.ts';
import { ingest, meteringGrowth } from './chapters/ingest.ts';
import { latency } from './chapters/latency.ts';
import { memory } from './chapters/memory.ts';
import { products } from './chapters/products.ts';
import { portal } from './chapters/portal.ts';
import { profile } from './chapters/profile.ts';
import { purchases } from './chapters/purchases.ts';
import { relay } from './chapters/relay.ts';
import { seats } from './chapters/seats.ts';
import { start } from './chapters/start.ts';
import { throughput } from './chapters/throughput.ts';
import { type Chapter, readOptions, USAGE } from './options.ts';
import { COMPLETE, QUICK } from './plan.ts';
import { Report } from './report.ts';
import { describe, surroundings } from './surroundings.ts';

type Measure = (bench: Bench, report: Report) => Promise<void>;
const CHAPTERS: Record<Chapter, Measure> = {
  throughput,
  latency,
  growth,
  portal,
  memory,
  start,
  products,
  purchases,
  relay,
  ingest,
  'metering-growth': meteringGrowth,
  'customer-meters': customerMeters,
  seats,
  profile,
};

async function main(): Promise<void> {
  const { chapters, quick, json, help } = readOptions();
  if (help) {
    console.log(USAGE);
    return;
  }
  const plan = quick ? QUICK : COMPLETE;
  const report = new Report();
  await using bench = await Bench.start(plan);
  const where = await surroundings(bench.database);
  console.log(describe(where));
  for (const chapter of chapters) {
    console.error(`… ${chapter}`);
    await CHAPTERS[chapter](bench, report);
  }
  console.log(`${quick ? 'Quick: not to be quoted.\n' : ''}${report.toText()}`);
  if (json) writeFileSync(json, `${JSON.stringify({ ...where, plan, figures: report }, null, 2)}\n`);
}

// Whatever ends this process ends the others: they follow the connection to it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));
try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
