import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { SetMemberRole } from '#organizations';
import type { Role } from '#platform/auth';
import { type Answer, type Call, callAs, type Method } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { operationsOf } from '../support/described-operations.ts';
import { EXAMPLES, seedFixturesFor } from '../support/examples/index.ts';
import { seedFixtures, type SeededFixtures } from '../support/fixtures.ts';
import { needOf, rolesThatMay } from '../support/permissions.ts';
import { openPurchaseFixture } from '../support/purchase-fixture.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { seedProduct } from '../support/seed-product.ts';

/** Seeding fixtures for each operation takes a while on a busy machine. */
import.meta.jest.setTimeout(240_000);

/** No part of an id or time, and no other number of a response. Amounts with tax are like these, too. */
const MARKED = /(?<![0-9a-z])7310\d{4}(?![0-9a-z-])/g;
const [AMOUNT, REFUNDED, RECURRING] = [73_104_000, 73_101_000, 73_102_000];

const fixture = await openPurchaseFixture({ ENVIRONMENT: 'sandbox' });
const { api } = fixture;
const contract = Contract.of(api);
const ours = await seedFixtures(api);
afterAll(() => fixture.close());

const em = api.app.get(EntityManager).fork();

/** Every amount that is stored of what was sold. */
const amounts = await em.execute<{ place: string; column: string }[]>(
  `select format('%I.%I', table_schema, table_name) as place, quote_ident(column_name) as "column"
   from information_schema.columns join information_schema.tables using (table_schema, table_name)
   where table_type = 'BASE TABLE' and table_schema in ('entitlements', 'connectors') and column_name like '%amount%' and data_type in ('integer', 'bigint')
     and is_generated = 'NEVER'`,
);
async function markAmounts(): Promise<void> {
  for (const [place, columns] of Map.groupBy(amounts, (each) => each.place)) {
    await em.execute(`update ${place} set ${columns.map(({ column }) => `${column} = ${AMOUNT}`).join(', ')}`);
  }
}

/** Sales by which events with marked amounts are stored; returns the ids of these events. */
async function sell({ customer_id, organization_id, seller }: SeededFixtures): Promise<readonly string[]> {
  const call = callAs(api, seller.oat);
  const once = await seedProduct(api, organization_id);
  const terms = { amountType: 'fixed', priceAmount: RECURRING } as const;
  const prices = [{ currency: 'usd', taxBehavior: null, terms }];
  const monthly = await seedProduct(api, organization_id, { every: 'month', prices });
  const order = await call('POST', '/v1/orders/', { customer_id, product_id: once.id, amount: AMOUNT, tax_amount: 1000 });
  await call('POST', '/v1/refunds/', { order_id: order.body.id, reason: 'other', amount: REFUNDED });
  const { id: subscriber } = await seedCustomer(api, organization_id);
  await call('POST', '/v1/subscriptions/', { customer_id: subscriber, product_id: monthly.id });
  await fixture.settled();
  // What a product costs is public. What was sold has an amount of its own.
  await em.execute(`update catalog.prices set terms = jsonb_set(terms, '{price_amount}', '1000') where product_id = ?`, [
    monthly.id,
  ]);
  await em.execute('update catalog.products set price_amount = 1000 where id = ?', [monthly.id]);
  const { body } = await call('GET', '/v1/events/?source=system&limit=100');
  const ids = body.items.filter((event: object) => JSON.stringify(event).match(MARKED)).map(({ id }: { id: string }) => id);
  expect(ids.length).toBeGreaterThan(2);
  return ids;
}

const salesEvents = await sell(ours);
await markAmounts();

const operations = operationsOf(contract).filter(({ credentials }) => credentials.some(([kind]) => kind === 'pat'));

/** A token of a user with this role, made once. */
const tokens = new Map<string, Promise<string>>();
function tokenOf({ organization_id, seller }: SeededFixtures, role: Role): Promise<string> {
  const key = `${organization_id} ${role}`;
  const token = tokens.get(key) ?? seller.tokenAs(role);
  tokens.set(key, token);
  return token;
}

async function ask(name: string, fixtures: SeededFixtures, role: Role): Promise<Answer> {
  const { url, body, headers } = EXAMPLES[name]!.request(fixtures, { organization_id: fixtures.organization_id });
  return callAs(api, await tokenOf(fixtures, role))(name.split(' ')[0] as Method, url, body, { ...headers });
}

const marksIn = ({ text }: Answer): readonly string[] => [...new Set(text.match(MARKED))];

/** The operations that only read and show marked amounts to a role. */
async function showing(role: Role): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { name } of operations.filter(({ method }) => method === 'GET')) {
    if (marksIn(await ask(name, ours, role)).length > 0) found.push(name);
  }
  return found;
}

test('no operation that reads shows an amount of a sale to the role support', async () => {
  expect(await showing('support')).toEqual([]);
});

test.each(['owner', 'admin', 'member', 'finance'] as const)('the role %s sees amounts wherever there are any', async (role) => {
  const names = [
    'GET /v1/customers/external/{external_id}/state',
    'GET /v1/customers/{id}/export',
    'GET /v1/customers/{id}/state',
    'GET /v1/events/',
    'GET /v1/orders/',
    'GET /v1/orders/export',
    'GET /v1/orders/{id}',
    'GET /v1/refunds/',
    'GET /v1/subscriptions/',
    'GET /v1/subscriptions/export',
    'GET /v1/subscriptions/{id}',
  ];
  const shown = await showing(role);
  expect(names.filter((name) => !shown.includes(name))).toEqual([]);
});

const changing = operations.filter(({ name, method, credentials }) => {
  const scopes = credentials.map(([, scope]) => scope);
  const need = needOf(method, scopes, EXAMPLES[name]!.about);
  return method !== 'GET' && need !== undefined && rolesThatMay(need).includes('support');
});

test.each(changing)('$name, which the role support may do, shows it no amount of a sale', async ({ name }) => {
  const fixtures = await seedFixturesFor(api, name);
  await markAmounts();
  const answer = await ask(name, fixtures, 'support');
  expect([answer.status < 300, marksIn(answer)]).toEqual([true, []]);
});

test('for the role support events about sales do not exist, whatever it asks for', async () => {
  const { organization_id, customer_id } = ours;
  const support = callAs(api, await tokenOf(ours, 'support'));
  const finance = callAs(api, await tokenOf(ours, 'finance'));
  for (const id of salesEvents) {
    expect((await finance('GET', `/v1/events/${id}`)).status).toBe(200);
    expect((await support('GET', `/v1/events/${id}`)).status).toBe(404);
  }
  const within = `organization_id=${organization_id}&limit=100`;
  for (const filter of ['', '&source=system', `&customer_id=${customer_id}`, `&query=${AMOUNT}`, '&name=order.paid']) {
    const { body } = await support('GET', `/v1/events/?${within}${filter}`);
    const names: string[] = body.items.map(({ name }: { name: string }) => name);
    expect([filter, names.filter((name) => /^(order|subscription)\./.test(name))]).toEqual([filter, []]);
    // The total tells nothing of what is left out.
    expect([filter, body.pagination.total_count]).toEqual([filter, names.length]);
  }
  for (const list of ['/v1/events/names', '/v1/event-types/']) {
    for (const filter of ['', `&customer_id=${customer_id}`]) {
      const namesOf = async (call: Call): Promise<readonly string[]> => {
        const { body } = await call('GET', `${list}?${within}${filter}`);
        expect(body.pagination.total_count).toBe(body.items.length);
        return body.items.map(({ name }: { name: string }) => name);
      };
      const all = await namesOf(finance);
      expect(all).toEqual(expect.arrayContaining(['order.paid', 'order.refunded', 'subscription.created']));
      expect((await namesOf(support)).toSorted()).toEqual(all.filter((name) => !/^(order|subscription)\./.test(name)).toSorted());
    }
  }
});

test('of a user of two organizations, the role in each decides', async () => {
  const theirs = await seedFixtures(api, []);
  await sell(theirs);
  await api.app.get(CommandBus).execute(new SetMemberRole({ id: ours.organization_id }, theirs.seller.user.id, 'support'));
  const { body } = await callAs(api, theirs.seller.pat)('GET', '/v1/events/?name=order.paid&limit=100');
  expect(body.items.map((event: { organization_id: string }) => event.organization_id)).toEqual([theirs.organization_id]);
});

test('without active subscriptions, the state of a customer has all its fields', async () => {
  const url = `/v1/customers/${ours.customer_id}/state`;
  const stateFor = async (role: Role) => (await callAs(api, await tokenOf(ours, role))('GET', url)).body;
  const [shown, whole] = [await stateFor('support'), await stateFor('finance')];
  expect(whole.active_subscriptions.length).toBeGreaterThan(0);
  expect(shown).toEqual({ ...whole, active_subscriptions: [] });
});
