import { EntityManager } from '@mikro-orm/postgresql';
import fc from 'fast-check';
import pg from 'pg';
import { addUpRows, pgPool, recountRows } from '#engine/persistence';
import { contexts } from '../../apps/contexts.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';
import { seedLicenseKey } from '../support/seed-license-key.ts';
import { seedOrganization } from '../support/seed.ts';
import { untilBlocked } from '../support/until-blocked.ts';

const COUNTED = contexts.flatMap(({ counted }) => counted ?? []);

let fixture: PurchaseFixture;
let benefits: readonly string[];
let products: readonly string[];
let plans: readonly string[];
beforeAll(async () => {
  fixture = await openPurchaseFixture();
  // Another organization is not counted.
  await seedLicenseKey(fixture.api, await seedOrganization(fixture.api));
  benefits = [(await fixture.benefit()).id, (await fixture.benefit({ expires: { ttl: 1, timeframe: 'month' } })).id];
  const product = async (attributes: Parameters<PurchaseFixture['product']>[0]) => (await fixture.product(attributes)).id;
  products = [await product({ benefits: benefits.slice(0, 1) }), await product({ benefits })];
  plans = [
    await product({ every: 'month', benefits: benefits.slice(1) }),
    await product({ every: 'year', benefits: benefits.slice(0, 1) }),
  ];
});
afterAll(() => fixture.close());

const em = () => fixture.api.app.get(EntityManager).fork();
const execute = <T>(sql: string, ...values: unknown[]): Promise<T[]> => em().execute<T[]>(sql, values);
const addUp = () => addUpRows(em(), new AbortController().signal);
const recount = () => recountRows(em(), COUNTED, fixture.ours.organization.id);
const recordedChanges = () => execute('select id from platform.row_count_changes');

const GRANTED = "(granted_at is not null and (not brings_license_key or properties ->> 'license_key_id' is not null))";

/** Lists, and which rows they have. */
function lists(): readonly (readonly [url: string, table: string, which: string])[] {
  const [first, second] = benefits as [string, string];
  const keys = 'licensing.license_keys';
  const orders = 'entitlements.orders';
  const subscriptions = 'entitlements.subscriptions';
  const grants = 'entitlements.benefit_grants';
  return [
    ['license-keys/', keys, 'true'],
    ['license-keys/?status=revoked', keys, "status = 'revoked'"],
    ['license-keys/?status=granted&status=disabled', keys, "status in ('granted', 'disabled')"],
    [`license-keys/?benefit_id=${first.toUpperCase()}`, keys, `benefit_id = '${first}'`],
    [`license-keys/?benefit_id=${first}&benefit_id=${second}&status=granted`, keys, "status = 'granted'"],
    ['customers/', 'customer_portal.customers', 'deleted_at is null'],
    ['orders/', orders, 'true'],
    ['orders/?status=void&status=paid', orders, "status in ('void', 'paid')"],
    ...products.map((id) => [`orders/?product_id=${id}`, orders, `items::text like '%${id}%'`] as const),
    [`orders/?product_id=${products[0]}&product_id=${products[1]}`, orders, `items::text ~ '${products.join('|')}'`],
    ['subscriptions/', subscriptions, 'true'],
    ['subscriptions/?status=canceled', subscriptions, "status = 'canceled'"],
    ['subscriptions/?active=false', subscriptions, "status not in ('active', 'trialing')"],
    ['subscriptions/?active=true&status=canceled', subscriptions, 'false'],
    ['subscriptions/?active=true&status=active', subscriptions, "status = 'active'"],
    ...plans.map((id) => [`subscriptions/?product_id=${id}`, subscriptions, `product_id = '${id}'`] as const),
    ['benefit-grants/', grants, 'true'],
    ...[true, false].map((is) => [`benefit-grants/?is_granted=${is}`, grants, `${is ? '' : 'not '}${GRANTED}`] as const),
    ...benefits.map((id) => [`benefits/${id}/grants`, grants, `benefit_id = '${id}'`] as const),
    [`benefits/${first}/grants?is_granted=true`, grants, `benefit_id = '${first}' and ${GRANTED}`],
  ];
}

const EXPIRED = `status = 'granted' and expires_at <= now()`;
const FIGURES = `select count(*)::integer as total, (count(*) filter (where ${EXPIRED}))::integer as expired,
  (count(*) filter (where status = 'granted' and not coalesce(expires_at <= now(), false)))::integer as active,
  (count(*) filter (where status = 'disabled'))::integer as disabled, (count(*) filter (where status = 'revoked'))::integer as revoked
  from licensing.license_keys where organization_id = ?`;

async function ask(url: string) {
  const { status, body, text } = await fixture.seller('GET', `/v1/${url}`);
  if (status !== 200) throw new Error(`${url}: ${text}`);
  return body;
}

async function expectNumbersOfRows(): Promise<void> {
  const id = fixture.ours.organization.id;
  const [told, counted] = [{} as Record<string, number>, {} as Record<string, number>];
  for (const [url, table, which] of lists()) {
    told[url] = (await ask(url)).pagination.total_count;
    const sql = `select count(*)::integer as total from ${table} where organization_id = ? and ${which}`;
    counted[url] = (await execute<{ total: number }>(sql, id))[0]!.total;
  }
  expect(told).toEqual(counted);
  expect(await ask('license-keys/figures')).toEqual((await execute(FIGURES, id))[0]);
}

const KINDS = [
  'buy',
  'buy',
  'buy several',
  'subscribe',
  'subscribe',
  'issue key',
  'set status',
  'set status',
  'set status',
  'expire',
  'expire',
  'pay',
  'void',
  'unvoid',
  'revoke',
  'change plan',
  'merge',
  'anonymize',
  'delete',
  'fail',
  'remove',
  'add up',
  'add up',
  'recount',
] as const;

interface Step {
  readonly kind: (typeof KINDS)[number];
  /** What decides about products, purchases and times. */
  readonly pick: number;
}

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({ kind: fc.constantFrom(...KINDS), pick: fc.nat({ max: 100_000 }) }),
  { minLength: 30, maxLength: 45 },
);

const customers: string[] = [];
const orders: string[] = [];
const subscriptions: string[] = [];

/** Does a step, if it is possible: the service refuses what is not. */
async function take({ kind, pick }: Step): Promise<void> {
  const one = <T>(list: readonly T[]): T | undefined => list[pick % Math.max(list.length, 1)];
  const send = async (method: 'POST' | 'PATCH' | 'DELETE', url: string, body?: object) => {
    const answer = await fixture.seller(method, `/v1/${url}`, body);
    if (answer.status >= 500) throw new Error(`${method} ${url}: ${answer.text}`);
    return answer;
  };
  const created = async (list: string[], url: string, body: object): Promise<void> => {
    const answer = await send('POST', url, body);
    if (answer.status === 201) list.push(answer.body.id);
  };
  const someKey = async () => {
    const keys = await execute<{ id: string }>(
      'select id from licensing.license_keys where organization_id = ? order by created_at, id',
      fixture.ours.organization.id,
    );
    return one(keys)?.id ?? null;
  };
  if (customers.length < 3 || pick % 5 === 0) customers.push((await fixture.customer()).id);
  const customer_id = one(customers)!;
  switch (kind) {
    case 'buy':
      return created(orders, 'orders/', { customer_id, product_id: one(products), status: pick % 4 === 0 ? 'pending' : 'paid' });
    case 'buy several':
      return created(orders, 'orders/', { customer_id, items: products.map((product_id) => ({ product_id })), currency: 'usd' });
    case 'subscribe':
      return created(subscriptions, 'subscriptions/', { customer_id, product_id: one(plans) });
    case 'issue key':
      return void (await send('POST', 'license-keys/', { customer_id, benefit_id: one(benefits) }));
    case 'set status':
      return void (await send('PATCH', `license-keys/${await someKey()}`, { status: one(['disabled', 'revoked', 'granted']) }));
    case 'expire':
      return void (await execute(
        `update licensing.license_keys set status = 'granted', expires_at = now() + ?::integer * interval '1 hour' where id = ?`,
        (pick % 200) - 150,
        await someKey(),
      ));
    case 'pay':
      return void (await send('PATCH', `orders/${one(orders)}`, { status: 'paid' }));
    case 'void':
    case 'unvoid':
      return void (await send('POST', `orders/${one(orders)}/${kind}`));
    case 'revoke':
      return void (await send('DELETE', `subscriptions/${one(subscriptions)}`));
    case 'change plan':
      return void (await send('PATCH', `subscriptions/${one(subscriptions)}`, { product_id: one(plans) }));
    case 'merge':
      return void (await send('POST', `customers/${customers.at(-1)}/merge`, { customer_id }));
    case 'anonymize':
      return void (await send('DELETE', `customers/${customer_id}?anonymize=true`));
    case 'delete':
      return void (await send('DELETE', `customers/${customer_id}`));
    case 'fail':
      return void (await execute(
        `do $$ begin delete from licensing.license_keys; raise 'undone'; exception when others then null; end $$`,
      ));
    case 'remove':
      return void (await execute('delete from licensing.license_keys where id = ?', await someKey()));
    case 'add up':
      return addUp();
    case 'recount':
      return recount();
  }
}

test('after random histories lists and figures tell how many rows there are, whatever was added up meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      for (const step of history) await take(step);
      await fixture.settled();
      await expectNumbersOfRows();
      await addUp();
      expect(await recordedChanges()).toEqual([]);
      await expectNumbersOfRows();
    }),
    { numRuns: 3, seed: 53, endOnFailure: true },
  );
  const [kinds] = await execute<Record<string, number>>(`select
    (select count(*) from licensing.license_keys where status = 'revoked')::integer as revoked,
    (select count(*) from licensing.license_keys where ${EXPIRED})::integer as expired,
    (select count(*) from entitlements.orders where status = 'void')::integer as voided,
    (select count(*) from entitlements.subscriptions where status = 'canceled')::integer as canceled,
    (select count(*) from customer_portal.customers where deleted_at is not null)::integer as deleted`);
  expect(Object.entries(kinds!).filter(([, number]) => number === 0)).toEqual([]);
});

test('numbers are read from counts, until they are counted anew', async () => {
  const totals = async () => {
    const told: Record<string, number> = {};
    for (const [url] of lists()) told[url] = (await ask(url)).pagination.total_count;
    return told;
  };
  const right = await totals();
  await execute('update platform.row_counts set rows = rows + 1000');
  const wrong = await totals();
  // Orders of several products could be counted twice, so they are counted by the list.
  const unchanged = Object.keys(wrong).filter((url) => right[url]! > 0 && wrong[url]! < right[url]! + 1000);
  expect(unchanged).toEqual([expect.stringContaining('&product_id=')]);
  await recount();
  await expectNumbersOfRows();
});

test('rows from before the counts are counted by lists until a worker has counted them', async () => {
  for (const table of ['row_counts', 'row_count_changes']) await execute(`delete from platform.${table}`);
  const { id } = fixture.ours.organization;
  for (const view of COUNTED)
    await execute('insert into platform.uncounted_rows (organization_id, counted) values (?, ?)', id, view);
  await expectNumbersOfRows();
  await take({ kind: 'buy', pick: 20_001 });
  await fixture.settled();
  await expectNumbersOfRows();
  await addUp();
  expect(await execute('select counted from platform.uncounted_rows')).toEqual([]);
  await expectNumbersOfRows();
});

test('rows are not counted anew while changes are added up, and nobody who changes rows waits', async () => {
  await fixture.customer();
  const client = new pg.Client(fixture.api.databaseUrl);
  await client.connect();
  try {
    await client.query('begin; lock table platform.row_counts in share row exclusive mode');
    const adding = addUp();
    await untilBlocked(await pgPool(fixture.api.app.get(EntityManager)), { like: '%delete from platform.row_count_changes%' });
    const counting = recount();
    await untilBlocked(await pgPool(fixture.api.app.get(EntityManager)), { count: 2 });
    await fixture.customer();
    await expectNumbersOfRows();
    await client.query('commit');
    await Promise.all([adding, counting]);
  } finally {
    await client.end();
  }
  await addUp();
  expect(await recordedChanges()).toEqual([]);
  await expectNumbersOfRows();
});

test('what several workers add up and count while rows are added and changed is counted once', async () => {
  const change = async (pick: number): Promise<void> => {
    await take({ kind: 'buy', pick });
    await take({ kind: 'set status', pick });
  };
  const at = Array.from({ length: 18 }, (_, index) => 1 + index * 997);
  await Promise.all([...at.map(change), ...at.flatMap((number) => (number % 3 === 0 ? [addUp(), recount()] : [addUp()]))]);
  await fixture.settled();
  await expectNumbersOfRows();
  await addUp();
  expect(await recordedChanges()).toEqual([]);
  await expectNumbersOfRows();
});
