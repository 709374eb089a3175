import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { RankCustomerMeters } from '#metering';
import { apiOn, type TestApi } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { Contract, isOfOpenId, type Schema } from '../support/contract.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { analyze, enlargeOrganization } from '../support/enlarge-organization.ts';
import { ownRequest } from '../support/examples/index.ts';
import { seedFixtures, type SeededFixtures } from '../support/fixtures.ts';
import { explainAll, NotedReads, type Read, type ReadCost } from '../support/read-costs.ts';
import { COUNTED, GROWING } from './growing-reads.ts';

/** How many times as much the large organization has. */
const COPIES = 2_000;

/** What a statement may read whatever a small organization takes: a page, samples of texts, and counts that end at 1,000. */
const ALWAYS: ReadCost = { rows: 1_300, buffers: 400 };
const MOST_TIMES = 3;
/** Rows of an index that lists nothing else on a page of 8 KiB, at least. */
const ROWS_OF_A_PAGE = 30;

/** A filter or an order of an operation, in the words of `growing-reads.ts`. */
interface Variant {
  readonly label: string;
  readonly parameter?: string;
  readonly valueFor?: (fixtures: SeededFixtures) => string;
}

let database: TestDatabase;
let api: TestApi;
let contract: Contract;
let reads: NotedReads;
let small: SeededFixtures;
let large: SeededFixtures;
beforeAll(async () => {
  database = await freshDatabase();
  const seeding = await apiOn(database.url);
  small = await seedFixtures(seeding);
  large = await seedFixtures(seeding);
  await enlargeOrganization(database.url, large.organization_id, COPIES);
  await seeding.app.get(CommandBus).execute(new RankCustomerMeters(0));
  await seeding.close();
  await analyze(database.url);
  await explainAll(database.url);
  reads = new NotedReads();
  api = await apiOn(database.url);
  contract = await Contract.of(api);
});
afterAll(async () => {
  reads.end();
  await api.close();
  await database.drop();
});

/** Exports read everything, with flat memory. */
const isExport = (operation: string): boolean => operation.endsWith('/export');

const readingOperations = (): string[] =>
  [...contract.operations.keys()].filter((name) => name.startsWith('GET ') && !isOfOpenId(name) && !isExport(name));

test('no read of a large organization costs more than three times that of a small one, but for those that are known', async () => {
  const growing = new Map<string, string[]>();
  const counted = new Set<string>();
  for (const operation of readingOperations()) {
    for (const variant of variantsOf(operation)) {
      const ofSmall = await readsOf(operation, variant, small);
      const ofLarge = await readsOf(operation, variant, large);
      const most = mostOf(ofSmall);
      const beyond = ofLarge.filter((read) => isBeyond(read, most));
      if (beyond.some(isCountByIndex)) counted.add(operation);
      if (beyond.some((read) => !isCountByIndex(read)))
        growing.set(operation, [...(growing.get(operation) ?? []), variant.label]);
    }
  }
  expect(Object.fromEntries(growing)).toEqual(GROWING);
  expect([...counted]).toEqual(COUNTED);
}, 300_000);

/** The text of an exact `total_count`. */
const isCount = ({ text }: Read): boolean => text.startsWith('select count(*)');

/** It reads no row of the table, or rows that are as small as those of an index. */
const isCountByIndex = (read: Read): boolean => isCount(read) && read.buffers <= read.rows / ROWS_OF_A_PAGE + ALWAYS.buffers / 4;

/** The most that a statement for the large organization may read: a multiple of all that the small one takes. */
function mostOf(ofSmall: readonly Read[]): ReadCost {
  const sum = (of: keyof ReadCost): number => ofSmall.reduce((total, read) => total + read[of], 0);
  return {
    rows: Math.max(ALWAYS.rows, MOST_TIMES * sum('rows')),
    buffers: Math.max(ALWAYS.buffers, MOST_TIMES * sum('buffers')),
  };
}

const isBeyond = ({ rows, buffers }: ReadCost, most: ReadCost): boolean => rows > most.rows || buffers > most.buffers;

function readsOf(operation: string, { parameter, valueFor }: Variant, fixtures: SeededFixtures): Promise<readonly Read[]> {
  const { method, url, token } = ownRequest(contract, operation, fixtures);
  const asked = new URL(url, 'http://localhost');
  if (parameter && valueFor) asked.searchParams.set(parameter, valueFor(fixtures));
  return reads.of(async () => {
    const { status, text } = await callAs(api, token)(method, asked.pathname + asked.search);
    if (status >= 500) throw new Error(`${asked.href}: ${status} ${text}`);
  });
}

const variantsOf = (operation: string): Variant[] => [
  { label: 'all' },
  ...contract.queryParametersOf(operation).flatMap(({ name, schema }) => valuesOf(name, schema)),
];

const AN_HOUR_AGO = new Date(Date.now() - 3_600_000).toISOString();
/** A name that no event has. */
const NO_EVENT = JSON.stringify({ conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'nobody' }] });

/** The values with which a parameter is asked for: what all have, what few have, what nobody has. */
function valuesOf(name: string, schema: Schema): Variant[] {
  const { type, format, enum: names } = schema.items ?? schema;
  const fixed = (values: readonly string[]): Variant[] =>
    values.map((value) => ({ label: values.length > 1 ? `${name}=${value}` : name, parameter: name, valueFor: () => value }));
  if (name === 'page') return fixed(['20']);
  if (['limit', 'cursor', 'timezone', 'locale', 'format'].includes(name)) return [];
  if (names) return fixed(name === 'sorting' ? names : [...new Set([names[0]!, names.at(-1)!])]);
  if (type === 'boolean') return fixed(['true', 'false']);
  if (name === 'filter') return fixed([NO_EVENT]);
  if (type === 'integer') return fixed(['1']);
  if (format === 'date-time') return fixed([AN_HOUR_AGO]);
  if (format === 'uuid4')
    return [ownId(name), ...fixed([randomUUID()]).map((each) => ({ ...each, label: `${name} of nothing` }))];
  if (name === 'query') return fixed(['nobody', 'example']);
  if (type === 'object') return [{ label: name, parameter: `${name}[nobody]`, valueFor: () => 'nobody' }];
  return format === undefined && type === 'string' ? fixed(['nobody']) : [];
}

const ownId = (name: string): Variant => ({
  label: name,
  parameter: name,
  valueFor: (fixtures) => String({ ...fixtures }[name as 'customer_id'] ?? randomUUID()),
});
