import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { RebuildPurchaseRollups } from '#entitlements';
import { addUpRows, recountRows } from '#engine/persistence';
import { CountEvents, RankCustomerMeters } from '#metering';
import { contexts } from '../../apps/contexts.ts';
import { apiOn, type TestApi } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { Contract, isOfOpenId, type Schema } from '../support/contract.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { analyze, enlargeOrganization } from '../support/enlarge-organization.ts';
import { ownRequest } from '../support/examples/index.ts';
import { seedFixtures, type SeededFixtures } from '../support/fixtures.ts';
import { explainAll, NotedReads, type Read, type ReadCost } from '../support/read-costs.ts';
import { COUNTED, COUNTED_BY_FILTER, GROWING } from './growing-reads.ts';

/** How many times as much the large organization has. */
const COPIES = 2_000;

/** What a statement may read whatever a small organization takes: a page, samples of texts, and counts that end at 1,000. */
const ALWAYS: ReadCost = { rows: 1_500, buffers: 1_200 };
/** The upper levels of an index, and rows that have changed since the last vacuum. */
const ALWAYS_COUNTED = 100;
const MOST_TIMES = 3;
/** Rows of an index that lists nothing else on a page of 8 KiB, at least. */
const ROWS_OF_A_PAGE = 30;

/** A parameter with which an operation is asked: `all` is a request without further ones. */
interface Variant {
  readonly parameter: string;
  /** What is added to the query. */
  readonly queryFor?: (fixtures: SeededFixtures) => readonly [name: string, value: string];
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
  await seeding.app.get(CommandBus).execute(new RebuildPurchaseRollups(large.organization_id));
  await seeding.app.get(CommandBus).execute(new CountEvents());
  const em = seeding.app.get(EntityManager).fork();
  await recountRows(
    em,
    contexts.flatMap(({ counted = [] }) => counted),
    large.organization_id,
  );
  await addUpRows(em, new AbortController().signal);
  await seeding.close();
  await analyze(database.url);
  await explainAll(database.url);
  reads = new NotedReads();
  api = await apiOn(database.url);
  contract = Contract.of(api);
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

const isAllowed = ([operation, parameter]: Growth): boolean =>
  GROWING.some(({ operations }) => operations[operation]?.includes(parameter));

const mayCount = (growth: Growth): boolean => {
  const [operation, parameter] = growth;
  return COUNTED.includes(operation) || COUNTED_BY_FILTER[operation]?.includes(parameter) === true || isAllowed(growth);
};

/** An operation with a parameter, or with none. */
type Growth = readonly [operation: string, parameter: string];

test('no read of a large organization costs more than three times that of a small one, but for those that are known', async () => {
  const growing: Growth[] = [];
  const counted: Growth[] = [];
  for (const operation of readingOperations()) {
    for (const variant of variantsOf(operation)) {
      const most = mostOf(await readsOf(operation, variant, small));
      const beyond = (await readsOf(operation, variant, large)).filter((read) => isBeyond(read, most));
      if (beyond.some(isCountByIndex)) counted.push([operation, variant.parameter]);
      if (!beyond.every(isCountByIndex)) growing.push([operation, variant.parameter]);
    }
  }
  expect(growing.filter((growth) => !isAllowed(growth))).toEqual([]);
  expect(counted.filter((count) => !mayCount(count))).toEqual([]);
});

/** An exact `total_count` that reads no row of the table, or rows that are as small as those of an index. */
const isCountByIndex = ({ text, rows, buffers }: Read): boolean =>
  text.trimStart().startsWith('select count(*)') && buffers <= rows / ROWS_OF_A_PAGE + ALWAYS_COUNTED;

/** The most that a statement for the large organization may read: a multiple of all that the small one takes. */
function mostOf(ofSmall: readonly Read[]): ReadCost {
  const sum = (of: keyof ReadCost): number => ofSmall.reduce((total, read) => total + read[of], 0);
  return {
    rows: Math.max(ALWAYS.rows, MOST_TIMES * sum('rows')),
    buffers: Math.max(ALWAYS.buffers, MOST_TIMES * sum('buffers')),
  };
}

const isBeyond = ({ rows, buffers }: ReadCost, most: ReadCost): boolean => rows > most.rows || buffers > most.buffers;

function readsOf(operation: string, { queryFor }: Variant, fixtures: SeededFixtures): Promise<readonly Read[]> {
  const { method, url, token } = ownRequest(contract, operation, fixtures);
  const asked = new URL(url, 'http://localhost');
  if (queryFor) asked.searchParams.set(...queryFor(fixtures));
  return reads.of(async () => {
    const { status, text } = await callAs(api, token)(method, asked.pathname + asked.search);
    if (status >= 500) throw new Error(`${asked.href}: ${status} ${text}`);
  });
}

const variantsOf = (operation: string): Variant[] => [
  { parameter: 'all' },
  ...contract.queryParametersOf(operation).flatMap(({ name, schema }) => valuesOf(name, schema)),
];

const AN_HOUR_AGO = new Date(Date.now() - 3_600_000).toISOString();
/** A name that no event has. */
const NO_EVENT = JSON.stringify({ conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'nobody' }] });
const NOT_WALKED = new Set(['limit', 'cursor', 'timezone', 'locale', 'format']);

/** The values with which a parameter is asked for: what all have, what few have, what nobody has. */
function valuesOf(name: string, schema: Schema): Variant[] {
  const { type, format, enum: names } = schema.items ?? schema;
  const fixed = (...values: readonly string[]): Variant[] =>
    values.map((value) => ({ parameter: name, queryFor: () => [name, value] }));
  if (NOT_WALKED.has(name)) return [];
  if (name === 'page') return fixed('20');
  if (name === 'filter') return fixed(NO_EVENT);
  if (name === 'query') return fixed('nobody', 'example');
  if (name === 'metrics') return names!.map((slug) => ({ parameter: `${name}=${slug}`, queryFor: () => [name, slug] }));
  if (names) return fixed(...(name === 'sorting' ? names : new Set([names[0]!, names.at(-1)!])));
  if (type === 'boolean') return fixed('true', 'false');
  if (type === 'integer') return fixed('1');
  if (type === 'object') return [{ parameter: name, queryFor: () => [`${name}[nobody]`, 'nobody'] }];
  if (format === 'date-time') return fixed(AN_HOUR_AGO);
  if (format === 'uuid4') return [ownId(name), ...fixed(randomUUID())];
  return type === 'string' && format === undefined ? fixed('nobody') : [];
}

/** The value of the fixtures that has the name of the parameter. */
const ownId = (name: string): Variant => ({
  parameter: name,
  queryFor: (fixtures) => [name, String({ ...fixtures }[name as 'customer_id'] ?? randomUUID())],
});
