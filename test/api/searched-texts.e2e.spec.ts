import { CommandBus } from '@nestjs/cqrs';
import { isDeepStrictEqual } from 'node:util';
import { SetMemberRole } from '#organizations';
import { startApi } from '../support/api.ts';
import { type Answer, type Call, callAs } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { buyAll, plantTexts, type PlantedTexts } from '../support/planted-texts.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

const KEYS = [
  'Lovelace',
  'ada@love',
  'SAME-KEY-IN-BOTH-0QXZ71',
  'SAME–KEY–IN–BOTH–0QXZ71',
  '0QXZ71',
  'QXZ',
  'A-4711',
  'analytical',
];

const ORDERS = ['Lovelace', 'ada@love', 'of-lon', 'A-47', 'R-2026', 'acme'];
const SUBSCRIPTIONS = ['Lovelace', 'ada@love', 'of-lon', 'S-47', 'acme'];

const CUSTOMERS = ['Lovelace', 'ada@love', 'Countess', 'ada-of-'];

/** For each operation with the parameter `query`, the texts that find what `plantTexts` makes, one for each way of finding it. */
const SEARCHED: Readonly<Record<string, readonly string[]>> = {
  'GET /v1/benefits/': ['license key'],
  'GET /v1/products/': ['acme'],
  'GET /v1/custom-fields/': ['country'],
  'GET /v1/customers/': CUSTOMERS,
  'GET /v1/customers/export': CUSTOMERS,
  'GET /v1/search': [...KEYS, 'ada-of-', 'of-lon', 'R-2026', 'S-47', 'acme', 'called', 'pay_90', 'charles@'],
  'GET /v1/license-keys/search': KEYS,
  'GET /v1/license-keys/export': KEYS,
  'GET /v1/meters/': ['calls'],
  'GET /v1/notes/': ['Called', 'invoi about'],
  'GET /v1/events/': ['call', 'gpt-lovelace'],
  'GET /v1/events/search': ['call', 'gpt-lovelace'],
  'GET /v1/events/names': ['call'],
  'GET /v1/event-types/': ['call'],
  'GET /v1/orders/': ORDERS,
  'GET /v1/orders/export': ORDERS,
  'GET /v1/subscriptions/': SUBSCRIPTIONS,
  'GET /v1/subscriptions/export': SUBSCRIPTIONS,
  'GET /v1/seat-pools/': ['Lovelace', 'ada@love'],
  'GET /v1/webhooks/deliveries': ['418'],
  'GET /v1/customer-portal/benefit-grants/': ['license key'],
  'GET /v1/customer-portal/subscriptions/': ['acme'],
  'GET /v1/customer-portal/orders/': ['acme'],
  'GET /v1/customer-portal/meters/': ['calls'],
};

const api = await startApi();
const contract = Contract.of(api);
afterAll(() => api.close());

const hasParameter = (operation: string, wanted: string): boolean =>
  contract.operations.get(operation)!.parameters!.some(({ name }) => name === wanted);

const isOfPortal = (operation: string): boolean => operation.includes('/customer-portal/');

/** What is found by each text: everything that answers say, totals too. */
async function search(
  operation: string,
  { seller, session }: PlantedTexts,
  more = place(operation, seller),
): Promise<readonly (readonly [string, unknown])[]> {
  const call: Call = callAs(api, isOfPortal(operation) ? session : seller.oat);
  // As lines: a table has a head even if nothing is found.
  const format = hasParameter(operation, 'format') ? '&format=ndjson' : '';
  const found: [string, unknown][] = [];
  for (const text of SEARCHED[operation]!) {
    const {
      status,
      body,
      text: lines,
    } = await call('GET', `${operation.slice('GET '.length)}?query=${encodeURIComponent(text)}${more}${format}`);
    expect([operation, text, status]).toEqual([operation, text, 200]);
    found.push([text, body ?? lines]);
  }
  return found;
}

/** The only operations that demand an organization. */
const NEED_ORGANIZATION: ReadonlySet<string> = new Set(['GET /v1/events/', 'GET /v1/events/search']);
const place = (operation: string, { organization }: SeededOrganization): string =>
  NEED_ORGANIZATION.has(operation) ? `&organization_id=${organization.id}` : '';

type Found = Awaited<ReturnType<typeof search>>;
const OPERATIONS = Object.keys(SEARCHED);

async function searchAll(as: PlantedTexts, operations: readonly string[] = OPERATIONS): Promise<ReadonlyMap<string, Found>> {
  const found = new Map<string, Found>();
  for (const operation of operations) found.set(operation, await search(operation, as));
  return found;
}

/** How many rows an answer has: items of a page, or lines. */
const sizeOf = (answer: Answer['body']): number =>
  typeof answer === 'string' ? answer.trim().split('\n').filter(Boolean).length : answer.items.length;
const sizes = (found: Found): readonly (readonly [string, number])[] => found.map(([text, answer]) => [text, sizeOf(answer)]);

const ours = await plantTexts(api, await seedOrganization(api));
const alone = await searchAll(ours);
const theirs = await plantTexts(api, await seedOrganization(api));
const beside = await searchAll(ours);
const foreign = await searchAll(theirs);

test('every operation with the parameter `query` has its texts here', () => {
  const searches = [...contract.operations].filter(([, { parameters = [] }]) =>
    parameters.some((parameter) => parameter.in === 'query' && parameter.name === 'query'),
  );
  expect(OPERATIONS.toSorted()).toEqual(searches.map(([name]) => name).toSorted());
});

test.each(OPERATIONS)('%s finds nothing in another organization, and counts nothing there', (operation) => {
  expect(sizes(alone.get(operation)!).filter(([, size]) => size === 0)).toEqual([]);
  expect(sizes(foreign.get(operation)!)).toEqual(sizes(alone.get(operation)!));
  expect(beside.get(operation)).toEqual(alone.get(operation));
});

test.each(OPERATIONS.filter(isOfPortal))('%s finds nothing of another customer', async (operation) => {
  const grace = await seedCustomer(api, ours.seller.organization.id);
  const { session } = await buyAll(api, ours.seller, grace.id);
  expect(sizes(await search(operation, { ...ours, session }))).toEqual(sizes(alone.get(operation)!));
  expect(await search(operation, ours)).toEqual(alone.get(operation));
});

test.each(OPERATIONS.filter((operation) => hasParameter(operation, 'organization_id')))(
  '%s finds nothing in an organization that the caller does not see',
  async (operation) => {
    const found = await search(operation, ours, `&organization_id=${theirs.seller.organization.id}`);
    expect(sizes(found).filter(([, size]) => size > 0)).toEqual([]);
  },
);

// Without its condition on the organization, an operation would answer every caller as it answers this one.
test('what is found in both organizations is noticed', async () => {
  await api.app.get(CommandBus).execute(new SetMemberRole({ id: theirs.seller.organization.id }, ours.seller.user.id, 'admin'));
  const ofBoth = { ...ours, seller: { ...ours.seller, oat: ours.seller.pat } };
  const ofSellers = OPERATIONS.filter((operation) => !isOfPortal(operation) && !NEED_ORGANIZATION.has(operation));
  const found = await searchAll(ofBoth, ofSellers);
  expect(ofSellers.filter((operation) => isDeepStrictEqual(found.get(operation), alone.get(operation)))).toEqual([]);
});
