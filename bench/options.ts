import { parseArgs } from 'node:util';
import { LINES } from './endpoints/lines.ts';
import { COMPLETE } from './plan.ts';

export const USAGE = `npm run bench -- [--only <scenario>,…] [--lines <line>,…] [--each-attack] [--minutes <number>]
                    [--against <folder>] [--coordinator <url>] [--peer <file>] [--keys <number>] [--data <folder>]
                    [--quick] [--json <file>]

Scenarios: throughput, peers, tails, growth, growth-cost, key-search, search, search-lists, expiring, portal, memory, start, products, purchases, purchase-cost,
relay, seats, ingest, metering-growth, customer-meters, reads, webhooks, webhooks-memory, webhooks-growth, operations, fairness,
guessing, idempotency, leases, counters, updates, floating, import, vendor-imports, connectors, observability, libraries, pages, mixed, profile. All of them
but reads, vendor-imports, mixed and profile run unless --only selects some.

--lines <line>,…    Only these lines of the scenario operations: ${LINES.join(', ')}.
                    Of growth and growth-cost only validate, activate and keys, the lists of keys.

--minutes <number>  How long the scenario mixed runs; 15 by default.

--each-attack       The scenario fairness also measures each kind of attack by itself.

--against <folder>  Compares this build with the one in another folder, such as a clone of an earlier commit after \`npm ci\`:
                    validations, activations, claims, ingestion and purchases in turn; nothing else is measured.
--coordinator <url> The same on a coordinator of Citus and on one server: an empty database with the extension and its nodes.
--peer <file>       The scenario peers also measures the service that this file describes (bench/peers/polar.json is an example).
                    May be given several times.
--keys <number>     The scenarios growth, growth-cost, expiring and search compare so many keys, more than 100,000, with 100,000; by
                    default 1,000,000 with 10,000.
--data <folder>     Keeps the databases of keys, with what was done to them, and uses them again in the next run. Delete the folder.
--quick             Shorter runs on less data, to see whether everything works. Do not quote its figures.
--json <file>       Also writes the figures to a file.

BENCH_DATABASE_URL: a PostgreSQL server where the benchmark may create databases. Default: the embedded one.
CHROMIUM: the browser of the scenario pages (default /usr/bin/chromium). It clones the last commit of this folder.
BENCH_REDIS_URL: a Redis database that may be emptied (default redis://127.0.0.1:6379/14). If it does not answer, only the queue in
PostgreSQL is measured.`;

const SCENARIOS = [
  'throughput',
  'peers',
  'tails',
  'growth',
  'growth-cost',
  'key-search',
  'search',
  'search-lists',
  'expiring',
  'portal',
  'memory',
  'start',
  'products',
  'purchases',
  'purchase-cost',
  'relay',
  'ingest',
  'metering-growth',
  'customer-meters',
  'reads',
  'seats',
  'webhooks',
  'webhooks-memory',
  'webhooks-growth',
  'operations',
  'idempotency',
  'leases',
  'counters',
  'updates',
  'floating',
  'import',
  'vendor-imports',
  'observability',
  'libraries',
  'connectors',
  'fairness',
  'guessing',
  'pages',
  'mixed',
  'profile',
] as const;
export type Scenario = (typeof SCENARIOS)[number];

/** What takes long, and is run by itself. */
const UNASKED: ReadonlySet<Scenario> = new Set<Scenario>(['reads', 'vendor-imports', 'mixed', 'profile']);

const isScenario = (name: string): name is Scenario => SCENARIOS.some((scenario) => scenario === name);

/** Throws an error with one sentence for an option or a scenario that does not exist. */
export function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      lines: { type: 'string' },
      'each-attack': { type: 'boolean' },
      minutes: { type: 'string' },
      against: { type: 'string' },
      coordinator: { type: 'string' },
      peer: { type: 'string', multiple: true },
      quick: { type: 'boolean' },
      keys: { type: 'string' },
      data: { type: 'string' },
      json: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const {
    only,
    lines: given,
    'each-attack': eachAttack = false,
    minutes,
    against,
    coordinator,
    peer = [],
    keys,
    data,
    quick = false,
    json,
    help = false,
  } = values;
  const names = only?.split(',');
  const unknown = names?.find((name) => !isScenario(name));
  if (unknown !== undefined) throw new Error(`There is no scenario ${unknown}. See npm run bench -- --help`);
  if (against !== undefined && coordinator !== undefined) throw new Error('Give --against or --coordinator, not both');
  if ((against ?? coordinator) !== undefined && names?.some((name) => name !== 'throughput')) {
    throw new Error('--against and --coordinator measure throughput only. See npm run bench -- --help');
  }
  if (minutes !== undefined && !/^[1-9]\d*$/.test(minutes)) throw new Error('--minutes must be a whole number, 1 or more');
  if (keys !== undefined && !(/^[1-9]\d{5,7}$/.test(keys) && Number(keys) > COMPLETE.keys.usual))
    throw new Error('--keys is compared with 100000: it must be a whole number from 100001 to 99999999');
  if (data !== undefined && process.env['BENCH_DATABASE_URL'])
    throw new Error('--data is for the embedded server, not for the one at BENCH_DATABASE_URL');
  const lines = given?.split(',') ?? LINES;
  const unknownLine = lines.find((line) => !LINES.some((known) => known === line));
  if (unknownLine !== undefined) throw new Error(`There is no line ${unknownLine}. See npm run bench -- --help`);
  const scenarios = names?.filter(isScenario) ?? SCENARIOS.filter((scenario) => !UNASKED.has(scenario));
  return {
    scenarios,
    lines,
    eachAttack,
    minutes: minutes === undefined ? undefined : Number(minutes),
    against,
    coordinator,
    peers: peer,
    keys: keys === undefined ? undefined : Number(keys),
    data,
    quick,
    json,
    help,
  };
}
