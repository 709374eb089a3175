import { EntityManager } from '@mikro-orm/postgresql';
import { callAs } from '../support/call.ts';
import { deliveryOrders, type EventQueue, eventQueueOf } from '../support/event-queue.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seatsOf, uniqueEmail } from '../support/seat-fixture.ts';
import { openSellerFixture, type SellerFixture } from '../support/seller-fixture.ts';

let shop: SellerFixture;
let queue: EventQueue;
let seats: ReturnType<typeof seatsOf>;
beforeAll(async () => {
  shop = await openSellerFixture();
  queue = eventQueueOf(shop.api);
  seats = seatsOf(shop);
});
afterAll(() => shop.close());

const get = async (url: string) => (await shop.seller('GET', url)).body;
const rows = (statement: string, ...values: unknown[]) => shop.api.app.get(EntityManager).fork().execute(statement, values);

async function merge(source: { readonly id: string }, target: { readonly id: string }): Promise<void> {
  const { status, text } = await shop.seller('POST', `/v1/customers/${target.id}/merge`, { customer_id: source.id });
  if (status !== 200) throw new Error(`${status} ${text}`);
}

/** A team that bought five seats, with a claimed one for each address. */
async function team(benefitId: string, ...emails: string[]) {
  const customer = await shop.customer();
  const subscription = await seats.subscription(5, [benefitId], customer.id);
  for (const email of emails) await seats.seat(subscription, { email, immediate_claim: true });
  return { customer, subscription };
}
type Team = Awaited<ReturnType<typeof team>>;

const memberOf = async ({ customer }: Team, email: string): Promise<{ id: string; email: string }> =>
  (await get(`/v1/customers/${customer.id}/members?limit=100`)).items.find((each: { email: string }) => each.email === email);

/** Who holds which key of a benefit: by the id of the key, customer, member and status. */
async function holdersOf(benefitId: string) {
  const keys = await rows(
    'select id, customer_id, member_id, status from licensing.license_keys where benefit_id = ?',
    benefitId,
  );
  const holders = keys.map((key) => [key['id'], [key['customer_id'], key['member_id'], key['status']]] as const);
  return new Map<string, readonly [customerId: string, memberId: string, status: string]>(holders);
}

describe.each(deliveryOrders(3))('a team is merged into another one, events are processed %s', (_name, pick) => {
  test('members, seats, keys and grants move; nobody loses a seat, and no key is revoked or issued', async () => {
    const { id: benefitId } = await seedBenefit(shop.api, shop.ours.organization.id);
    const [ada, grace, alan] = [uniqueEmail(), uniqueEmail(), uniqueEmail()];
    const [source, target] = [await team(benefitId, ada, grace), await team(benefitId, ada, alan)];
    const [merged, moved, remaining] = [await memberOf(source, ada), await memberOf(source, grace), await memberOf(target, ada)];
    await shop.create('/v1/license-keys/', { customer_id: source.customer.id, benefit_id: benefitId, member_id: merged.id });
    await queue.deliverAll();
    const before = await holdersOf(benefitId);
    expect(before.size).toBe(5);

    await merge(source.customer, target.customer);
    await shop.seller('PATCH', `/v1/subscriptions/${source.subscription.id}`, { metadata: { touched: true } });
    await queue.deliverAll(pick);

    const memberAfter = (id: string) => (id === merged.id ? remaining.id : id);
    const expected = [...before].map(([key, [, member]]) => [key, [target.customer.id, memberAfter(member), 'granted']] as const);
    expect(await holdersOf(benefitId)).toEqual(new Map(expected));
    const { seats: held, available_seats } = await seats.list(source.subscription);
    expect(available_seats).toBe(3);
    const holders = held.map((seat: { status: string; member: { id: string }; customer_id: string }) => [
      seat.status,
      seat.member.id,
      seat.customer_id,
    ]);
    expect(new Set(holders)).toEqual(
      new Set([
        ['claimed', remaining.id, target.customer.id],
        ['claimed', moved.id, target.customer.id],
      ]),
    );
    const ended = await rows(
      `select name from platform.outbox where name in ('customer_seat.revoked', 'benefit_grant.revoked') and payload ->> 'customer_id' = any(?::text[])`,
      `{${source.customer.id},${target.customer.id}}`,
    );
    expect(ended).toEqual([]);
    const grants = (await get(`/v1/benefit-grants/?customer_id=${target.customer.id}&limit=100`)).items;
    expect(grants.map((grant: { member_id: string }) => grant.member_id).sort()).toEqual(
      [remaining.id, remaining.id, moved.id, (await memberOf(target, alan)).id].sort(),
    );

    const seatOfAda = held.find((seat: { member: { id: string } }) => seat.member.id === remaining.id);
    await shop.seller('DELETE', `/v1/customer-seats/${seatOfAda.id}`);
    await queue.deliverAll();
    const statuses = [...(await holdersOf(benefitId)).values()].map(([, , status]) => status);
    expect(statuses.filter((status) => status === 'revoked')).toHaveLength(1);
  });

  test('along a chain, seats that are assigned in between included', async () => {
    const { id: benefitId } = await seedBenefit(shop.api, shop.ours.organization.id);
    const email = uniqueEmail();
    const teams = [await team(benefitId, email), await team(benefitId, email), await team(benefitId, email)] as const;
    const [first, second, third] = teams;
    await merge(first.customer, second.customer);
    await seats.seat(first.subscription, { email: uniqueEmail(), immediate_claim: true });
    await merge(second.customer, third.customer);
    await queue.deliverAll(pick);
    const remaining = await memberOf(third, email);
    const holders = [...(await holdersOf(benefitId)).values()];
    expect(new Set(holders.map(([customer, , status]) => `${customer} ${status}`))).toEqual(
      new Set([`${third.customer.id} granted`]),
    );
    expect(holders.map(([, member]) => member).filter((member) => member === remaining.id)).toHaveLength(3);
    expect((await seats.list(first.subscription)).available_seats).toBe(3);
  });

  test('and the other one is deleted: seats and keys end', async () => {
    const { id: benefitId } = await seedBenefit(shop.api, shop.ours.organization.id);
    const [source, target] = [await team(benefitId, uniqueEmail()), await team(benefitId, uniqueEmail())];
    await queue.deliverAll();
    await merge(source.customer, target.customer);
    await shop.seller('DELETE', `/v1/customers/${target.customer.id}?anonymize=true`);
    await queue.deliverAll(pick);
    const statuses = [...(await holdersOf(benefitId)).values()].map(([, , status]) => status);
    expect(statuses).toEqual(['revoked', 'revoked']);
    const left =
      'select 1 from seats.seats s join seats.seat_pools p on p.id = s.pool_id where p.subscription_id = ? and s.email is not null';
    expect(await rows(left, source.subscription.id)).toEqual([]);
  });
});

test('an invitation that was sent before opens a session of the member that remains', async () => {
  const { id: benefitId } = await seedBenefit(shop.api, shop.ours.organization.id);
  const email = uniqueEmail();
  const [source, target] = [await team(benefitId), await team(benefitId, email)];
  const seat = await seats.seat(source.subscription, { email });
  const token = await seats.invitation(seat);
  await merge(source.customer, target.customer);
  const { status, body } = await seats.claim(token);
  expect(status).toBe(200);
  const session = callAs(shop.api, body.customer_session_token);
  expect((await session('GET', '/v1/customer-portal/customers/me')).body.id).toBe(target.customer.id);
  await queue.deliverAll();
  const { seats: held } = await seats.list(source.subscription);
  expect(held).toMatchObject([{ status: 'claimed', member: { id: (await memberOf(target, email)).id } }]);
});

test('late usage that names a merged member counts for the one that remains', async () => {
  const { id: benefitId } = await seedBenefit(shop.api, shop.ours.organization.id);
  const email = uniqueEmail();
  const [source, target] = [await team(benefitId, email), await team(benefitId, email)];
  const [merged, remaining] = [await memberOf(source, email), await memberOf(target, email)];
  await merge(source.customer, target.customer);
  const events = [{ name: 'late', customer_id: source.customer.id, member_id: merged.id, external_id: 'late-1' }];
  expect((await shop.seller('POST', '/v1/events/ingest', { events })).status).toBe(200);
  const { items } = await get(`/v1/events/?customer_id=${target.customer.id}&name=late`);
  expect(items).toMatchObject([{ member_id: remaining.id, customer_id: target.customer.id }]);
});
