import { writeFileSync } from 'node:fs';
import { Bench } from './bench.ts';
import { connectors } from './scenarios/connectors.ts';
import { compareBuilds, compareDatabases } from './scenarios/compare-services.ts';
import { customerMeters } from './scenarios/customer-meters.ts';
import { fairness } from './scenarios/fairness.ts';
import { floating } from './scenarios/floating.ts';
import { growth } from './scenarios/growth.ts';
import { growthCost } from './scenarios/growth-cost.ts';
import { guessing } from './scenarios/guessing.ts';
import { idempotency } from './scenarios/idempotency.ts';
import { importing } from './scenarios/import.ts';
import { vendorImports } from './scenarios/vendor-imports.ts';
import { ingest, meteringGrowth } from './scenarios/ingest.ts';
import { expiring } from './scenarios/expiring.ts';
import { keySearch } from './scenarios/key-search.ts';
import { counters } from './scenarios/counters.ts';
import { leases } from './scenarios/leases.ts';
import { updates } from './scenarios/updates.ts';
import { libraries } from './scenarios/libraries.ts';
import { memory } from './scenarios/memory.ts';
import { observability } from './scenarios/observability.ts';
import { mixed } from './scenarios/mixed.ts';
import { operations } from './scenarios/operations.ts';
import { products } from './scenarios/products.ts';
import { peers } from './scenarios/peers.ts';
import { pages } from './scenarios/pages.ts';
import { portal } from './scenarios/portal.ts';
import { profile } from './scenarios/profile.ts';
import { purchaseCost } from './scenarios/purchase-cost.ts';
import { purchases } from './scenarios/purchases.ts';
import { reads } from './scenarios/reads.ts';
import { relay } from './scenarios/relay.ts';
import { search } from './scenarios/search.ts';
import { searchLists } from './scenarios/search-lists.ts';
import { seats } from './scenarios/seats.ts';
import { start } from './scenarios/start.ts';
import { tails } from './scenarios/tails.ts';
import { throughput } from './scenarios/throughput.ts';
import { webhooks } from './scenarios/webhooks.ts';
import { webhooksGrowth, webhooksMemory } from './scenarios/webhooks-growth.ts';
import { type Scenario, readOptions, USAGE } from './options.ts';
import { COMPLETE, QUICK } from './plan.ts';
import { Report } from './report.ts';
import { describe, environment } from './environment.ts';

type Measure = (bench: Bench, report: Report) => Promise<void>;
const SCENARIOS: Record<Scenario, Measure> = {
  throughput,
  peers,
  tails,
  growth,
  'growth-cost': growthCost,
  'key-search': keySearch,
  search,
  'search-lists': searchLists,
  expiring,
  portal,
  memory,
  start,
  products,
  purchases,
  'purchase-cost': purchaseCost,
  relay,
  ingest,
  'metering-growth': meteringGrowth,
  'customer-meters': customerMeters,
  reads,
  seats,
  webhooks,
  'webhooks-memory': webhooksMemory,
  'webhooks-growth': webhooksGrowth,
  operations,
  idempotency,
  leases,
  counters,
  updates,
  floating,
  import: importing,
  'vendor-imports': vendorImports,
  observability,
  libraries,
  connectors,
  fairness,
  guessing,
  pages,
  mixed,
  profile,
};

async function main(): Promise<void> {
  const {
    scenarios,
    lines,
    eachAttack,
    minutes,
    against,
    coordinator,
    peers: files,
    keys,
    data,
    quick,
    json,
    help,
  } = readOptions();
  if (help) {
    console.log(USAGE);
    return;
  }
  const usual = quick ? QUICK : COMPLETE;
  const mixedSeconds = minutes === undefined ? usual.mixedSeconds : minutes * 60;
  const { usual: few } = usual.keys;
  const sizes = keys === undefined ? {} : { keys: { few, usual: few, many: keys }, search: { ...usual.search, keys } };
  const plan = { ...usual, ...sizes, mixedSeconds, lines, eachAttack, peers: files };
  const report = new Report();
  await using bench = await Bench.start(plan, data);
  const where = await environment(bench.database);
  console.log(describe(where));
  if (against !== undefined) await compareBuilds(bench, report, against);
  else if (coordinator !== undefined) await compareDatabases(bench, report, coordinator);
  else {
    for (const scenario of scenarios) {
      console.error(`… ${scenario}`);
      await SCENARIOS[scenario](bench, report);
    }
  }
  console.log(`${quick ? 'Quick run: do not quote these figures.\n' : ''}${report.toText()}`);
  if (json) writeFileSync(json, `${JSON.stringify({ ...where, plan, figures: report }, null, 2)}\n`);
}

// The child processes stop when the IPC connection to this process closes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));
try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
