import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { SyncPurchaseGrants } from '#entitlements';
import { SetMemberRole } from '#organizations';
import { callAs } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { TIME, UUID } from '../support/license-fixture.ts';
import { type SellerFixture, openSellerFixture } from '../support/seller-fixture.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { seedOrganization } from '../support/seed.ts';

let fixture: SellerFixture;
let contract: Contract;
beforeAll(async () => {
  fixture = await openSellerFixture();
  contract = Contract.of(fixture.api);
});
afterAll(() => fixture.close());

const organizationId = () => fixture.ours.organization.id;
const follow = (which: { readonly orderId: string } | { readonly subscriptionId: string }) =>
  fixture.api.app.get(CommandBus).execute(new SyncPurchaseGrants({ organizationId: organizationId(), ...which }));
const buy = (every: 'month' | undefined, customer_id: string, product: { id: string }) =>
  fixture.create(every ? '/v1/subscriptions/' : '/v1/orders/', { product_id: product.id, customer_id });
/** A benefit that is granted at once, without a worker. */
const benefitOf = () => fixture.create('/v1/benefits/', { type: 'custom', description: 'Support', properties: {} });
const stateOf = async (id: string) => {
  const answer = await fixture.seller('GET', `/v1/customers/${id}/state`);
  expect([answer.status, contract.violations('GET /v1/customers/{id}/state', answer)]).toEqual([200, []]);
  return answer.body;
};

test('200: the customer with empty lists if it has nothing', async () => {
  const { id } = await fixture.customer();
  const { body: customer } = await fixture.seller('GET', `/v1/customers/${id}`);
  expect(await stateOf(id)).toEqual({ ...customer, active_subscriptions: [], granted_benefits: [], active_meters: [] });
});

test('200: current subscriptions, grants and meters, oldest first, without ended ones', async () => {
  const [kept, taken] = [await benefitOf(), await benefitOf()];
  const once = await fixture.product({ benefits: [kept.id] });
  const [monthly, trial, ended] = [
    await fixture.product({ every: 'month', benefits: [kept.id] }),
    await fixture.product({ every: 'month', trial: { unit: 'week', count: 2 } }),
    await fixture.product({ every: 'month', benefits: [taken.id] }),
  ];
  const many = await fixture.seller('GET', `/v1/organizations/${organizationId()}`);
  const subscription_settings = { ...many.body.subscription_settings, allow_multiple_subscriptions: true };
  await callAs(fixture.api, fixture.ours.pat)('PATCH', `/v1/organizations/${organizationId()}`, { subscription_settings });

  const customer = await fixture.customer();
  const over = await buy('month', customer.id, ended);
  await follow({ subscriptionId: over.id });
  await fixture.seller('DELETE', `/v1/subscriptions/${over.id}`);
  await follow({ subscriptionId: over.id });
  const active = await buy('month', customer.id, monthly);
  await follow({ subscriptionId: active.id });
  const trialing = await buy('month', customer.id, trial);
  const order = await buy(undefined, customer.id, once);
  await follow({ orderId: order.id });
  const unpaid = await buy('month', customer.id, monthly);
  await fixture.seller('PATCH', `/v1/subscriptions/${unpaid.id}`, { status: 'past_due' });
  await fixture.seller('PATCH', `/v1/subscriptions/${active.id}`, { cancel_at_period_end: true });

  const state = await stateOf(customer.id);
  const shown = (await fixture.seller('GET', `/v1/subscriptions/${active.id}`)).body;
  expect(state.active_subscriptions).toMatchObject([
    {
      id: active.id,
      status: 'active',
      amount: 1000,
      currency: 'usd',
      recurring_interval: 'month',
      current_period_start: shown.current_period_start,
      current_period_end: shown.current_period_end,
      cancel_at_period_end: true,
      canceled_at: shown.canceled_at,
      ends_at: shown.ends_at,
      modified_at: shown.modified_at,
      product_id: monthly.id,
      discount_id: null,
      seats: null,
      units: null,
      custom_field_data: {},
      meters: [],
    },
    { id: trialing.id, status: 'trialing', trial_end: trialing.trial_end },
  ]);
  expect(state.granted_benefits).toEqual(
    [1, 2].map(() => ({
      id: expect.stringMatching(UUID),
      created_at: expect.stringMatching(TIME),
      modified_at: null,
      granted_at: expect.stringMatching(TIME),
      benefit_id: kept.id,
      benefit_type: 'custom',
      benefit_metadata: {},
      properties: {},
    })),
  );
  const { body } = await fixture.seller('GET', `/v1/customers/external/${customer.external_id}/state`);
  expect(body).toEqual(state);

  const another = await fixture.customer();
  expect(await stateOf(another.id)).toMatchObject({ active_subscriptions: [], granted_benefits: [] });
});

test('shows the current metadata of the benefit', async () => {
  const benefit = await benefitOf();
  const product = await fixture.product({ benefits: [benefit.id] });
  const { id } = await fixture.customer();
  const order = await buy(undefined, id, product);
  await follow({ orderId: order.id });
  await fixture.seller('PATCH', `/v1/benefits/${benefit.id}`, { type: 'custom', metadata: { tier: 'gold' } });
  expect((await stateOf(id)).granted_benefits).toMatchObject([{ benefit_metadata: { tier: 'gold' } }]);
});

test('404 for an unknown, deleted or foreign customer; 409 if several organizations use the external id', async () => {
  const theirs = await seedCustomer(fixture.api, fixture.theirs.organization.id);
  const gone = await fixture.customer();
  await fixture.seller('DELETE', `/v1/customers/${gone.id}`);
  for (const which of [randomUUID(), gone.id, theirs.id, `external/${gone.external_id}`, `external/${theirs.external_id}`]) {
    expect((await fixture.seller('GET', `/v1/customers/${which}/state`)).body).toEqual({
      error: 'ResourceNotFound',
      detail: 'Not found',
    });
  }
  const { organization } = await seedOrganization(fixture.api);
  await fixture.api.app.get(CommandBus).execute(new SetMemberRole(organization, fixture.ours.user.id, 'member'));
  for (const { id } of [organization, fixture.ours.organization]) await seedCustomer(fixture.api, id, { external_id: 'both' });
  const { status, body } = await callAs(fixture.api, fixture.ours.pat)('GET', '/v1/customers/external/both/state');
  expect([status, body.error]).toEqual([409, 'AmbiguousExternalCustomerID']);
});

describe('GET /v1/customers/?active', () => {
  test('returns customers with an active or trialing subscription', async () => {
    const products = [
      await fixture.product({ every: 'month' }),
      await fixture.product({ every: 'month', trial: { unit: 'day', count: 3 } }),
    ];
    const mark = { name: randomUUID() };
    const customers = [];
    for (let i = 0; i < 5; i++) customers.push((await seedCustomer(fixture.api, organizationId(), mark)).id);
    const [active, trialing, ended, unpaid, once] = customers as [string, string, string, string, string];
    await buy('month', active, products[0]!);
    await buy('month', trialing, products[1]!);
    await fixture.seller('DELETE', `/v1/subscriptions/${(await buy('month', ended, products[0]!)).id}`);
    await fixture.seller('PATCH', `/v1/subscriptions/${(await buy('month', unpaid, products[0]!)).id}`, { status: 'past_due' });
    await buy(undefined, once, await fixture.product());
    const list = async (query: string) => {
      const { body } = await fixture.seller('GET', `/v1/customers/?query=${mark.name}&sorting=created_at&${query}`);
      expect(body.pagination.total_count).toBe(body.items.length);
      return body.items.map(({ id }: { id: string }) => id).sort();
    };
    expect(await list('active=true')).toEqual([active, trialing].sort());
    expect(await list('active=false')).toEqual([ended, unpaid, once].sort());
    expect(await list('')).toHaveLength(5);
  });

  test('customers of a period are those who bought for the first time, and those who were lost', async () => {
    const mark = { name: randomUUID() };
    const people = [];
    for (let i = 0; i < 4; i++) people.push((await seedCustomer(fixture.api, organizationId(), mark)).id);
    const [earlier, first, lost, back] = people as [string, string, string, string];
    const once = await fixture.product();
    const monthly = await fixture.product({ every: 'month' });
    const order = (customer_id: string, purchased_at: string, status = 'paid') =>
      fixture.create('/v1/orders/', { product_id: once.id, customer_id, purchased_at, status });
    await order(earlier, '2020-01-10T00:00:00Z');
    await order(earlier, '2020-02-10T00:00:00Z');
    await order(first, '2020-02-01T00:00:00Z');
    await order(lost, '2020-02-05T00:00:00Z', 'pending');
    for (const each of [lost, back])
      await fixture.seller('DELETE', `/v1/subscriptions/${(await buy('month', each, monthly)).id}`);
    await buy('month', back, monthly);
    const list = async (query: string) => {
      const { status, body } = await fixture.seller('GET', `/v1/customers/?query=${mark.name}&sorting=created_at&${query}`);
      expect([status, body.pagination.total_count]).toEqual([200, body.items.length]);
      return body.items.map(({ id }: { id: string }) => id).sort();
    };
    const february = 'first_purchased_after=2020-02-01T00:00:00Z&first_purchased_before=2020-02-29T23:59:59.999Z';
    expect(await list(february)).toEqual([first]);
    expect(await list('first_purchased_before=2020-02-01T00:00:00Z')).toEqual([earlier, first].sort());
    expect(await list('first_purchased_after=2020-02-01T00:00:00.001Z&first_purchased_before=2020-03-01T00:00:00Z')).toEqual([]);
    expect(await list('lost_after=2020-01-01T00:00:00Z')).toEqual([lost]);
    expect(await list('lost_before=2020-01-01T00:00:00Z')).toEqual([]);
    expect(await list('lost_after=2020-01-01T00:00:00Z&lost_before=2099-01-01T00:00:00Z')).toEqual([lost]);

    const figures = (range: string) => fixture.seller('GET', `/v1/customers/figures?${range}`);
    const inFebruary = await figures('start_timestamp=2020-02-01T00:00:00Z&end_timestamp=2020-02-29T23:59:59.999Z');
    expect([inFebruary.status, inFebruary.body]).toEqual([200, { new: 1, lost: 0 }]);
    const { body } = await figures('start_timestamp=2020-01-01T00:00:00Z&end_timestamp=2099-01-01T00:00:00Z');
    const total = async (query: string) => (await fixture.seller('GET', `/v1/customers/?${query}`)).body.pagination.total_count;
    expect([body, body.lost > 0]).toEqual([
      {
        new: await total('first_purchased_after=2020-01-01T00:00:00Z&first_purchased_before=2099-01-01T00:00:00Z'),
        lost: await total('lost_after=2020-01-01T00:00:00Z&lost_before=2099-01-01T00:00:00Z'),
      },
      true,
    ]);
    expect((await figures('start_timestamp=2020-01-01T00:00:00Z')).status).toBe(422);
  });

  test('422 for a value that is not a boolean', async () => {
    const { status, body } = await fixture.seller('GET', '/v1/customers/?active=perhaps');
    expect([status, body.detail]).toMatchObject([422, [{ loc: ['query', 'active'], type: 'bool_parsing' }]]);
  });
});
