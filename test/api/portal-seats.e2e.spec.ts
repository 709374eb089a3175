import { callAs, type Call } from '../support/call.ts';
import { databaseWrites } from '../support/database-writes.ts';
import { NOT_FOUND } from '../support/license-fixture.ts';
import { type SellerFixture, openSellerFixture } from '../support/seller-fixture.ts';
import { uniqueEmail, purchaseParam, seatsOf } from '../support/seat-fixture.ts';

const SEATS = '/v1/customer-portal/seats';

let fixture: SellerFixture;
let seats: ReturnType<typeof seatsOf>;
beforeAll(async () => {
  fixture = await openSellerFixture();
  seats = seatsOf(fixture);
});
afterAll(() => fixture.close());

const session = async (whose: object): Promise<Call> =>
  callAs(fixture.api, (await fixture.seller('POST', '/v1/customer-sessions/', whose)).body.token);
const query = (purchase: object) => new URLSearchParams(Object.entries(purchaseParam(purchase))).toString();

/** A team with seats, and callers for its sessions. */
async function team(kind: 'subscription' | 'order' = 'subscription') {
  const purchase = await seats[kind](4);
  const { customer_id } = purchase;
  const customer = await session({ customer_id });
  const seat = await seats.seat(purchase, { email: uniqueEmail(), immediate_claim: true });
  return { purchase, customer, seat, member: await session({ customer_id, member_id: seat.member_id }) };
}

test.each(['subscription', 'order'] as const)(
  '200: a customer lists, assigns, resends and revokes seats of its %s',
  async (kind) => {
    const { purchase, customer, seat } = await team(kind);
    const email = uniqueEmail();
    const assigned = await customer('POST', SEATS, { ...purchaseParam(purchase), email, metadata: { a: 1 } });
    expect(assigned).toMatchObject({ status: 200, body: { status: 'pending', email, seat_metadata: { a: 1 } } });
    expect(await customer('GET', `${SEATS}?${query(purchase)}`)).toMatchObject({
      status: 200,
      body: { seats: [{ id: seat.id }, { id: assigned.body.id }], available_seats: 2, total_seats: 4 },
    });
    const { id } = assigned.body;
    expect(await customer('POST', `${SEATS}/${id}/resend`)).toMatchObject({ status: 200, body: { id, status: 'pending' } });
    expect(await customer('DELETE', `${SEATS}/${id}`)).toMatchObject({ status: 200, body: { id, status: 'revoked' } });
    expect(await customer('POST', `${SEATS}/${id}/resend`)).toMatchObject({ status: 400, body: { error: 'SeatNotPending' } });
    const full = { ...purchaseParam(purchase), immediate_claim: true };
    for (let i = 0; i < 3; i++) expect((await customer('POST', SEATS, { ...full, email: uniqueEmail() })).status).toBe(200);
    expect(await customer('POST', SEATS, { ...full, email: uniqueEmail() })).toMatchObject({
      body: { error: 'SeatNotAvailable' },
    });
  },
);

test('members see their own seats only and can change none', async () => {
  const { purchase, member, seat } = await team();
  const other = await seats.seat(purchase);
  const before = await databaseWrites(fixture.api);
  expect((await member('GET', `${SEATS}?${query(purchase)}`)).body).toMatchObject({ seats: [{ id: seat.id }], total_seats: 4 });
  for (const [method, url, body] of [
    ['POST', SEATS, { ...purchaseParam(purchase), email: uniqueEmail() }],
    ['DELETE', `${SEATS}/${seat.id}`, undefined],
    ['POST', `${SEATS}/${other.id}/resend`, undefined],
  ] as const) {
    expect(await member(method, url, body)).toMatchObject({ status: 403, body: { error: 'NotPermitted' } });
  }
  expect(await databaseWrites(fixture.api)).toBe(before);
});

test('a session can name its own customer; customers of others get the same response as unknown ones', async () => {
  const [{ purchase, customer }, other, outsider] = [await team(), await team(), await fixture.customer()];
  const assign = (recipient: object) => customer('POST', SEATS, { ...purchaseParam(purchase), ...recipient });
  const before = await databaseWrites(fixture.api);
  for (const recipient of [
    { external_customer_id: 'nobody' },
    { customer_id: outsider.id },
    { external_customer_id: outsider.external_id },
    { customer_id: other.purchase.customer_id },
  ]) {
    expect(await assign(recipient)).toMatchObject({
      status: 400,
      body: { error: 'InvalidSeatAssignmentRequest', detail: 'Customer not found.' },
    });
  }
  expect(await databaseWrites(fixture.api)).toBe(before);
  const { email } = purchase.customer;
  expect(await assign({ customer_id: purchase.customer_id })).toMatchObject({ status: 200, body: { email } });
});

test('404: seats of another customer', async () => {
  const [ours, theirs] = [await team(), await team()];
  const pending = await seats.seat(theirs.purchase);
  const before = await databaseWrites(fixture.api);
  for (const [method, url, body] of [
    ['GET', `${SEATS}?${query(theirs.purchase)}`, undefined],
    ['POST', SEATS, { ...purchaseParam(theirs.purchase), email: uniqueEmail() }],
    ['POST', SEATS, { checkout_id: theirs.purchase.id, email: uniqueEmail() }],
    ['DELETE', `${SEATS}/${theirs.seat.id}`, undefined],
    ['POST', `${SEATS}/${pending.id}/resend`, undefined],
  ] as const) {
    expect(await ours.customer(method, url, body)).toMatchObject({ status: 404 });
  }
  expect((await ours.customer('DELETE', `${SEATS}/${theirs.seat.id}`)).body).toEqual(NOT_FOUND);
  expect(await databaseWrites(fixture.api)).toBe(before);
});

/** Allows several subscriptions per customer. */
async function allowSeveral(): Promise<void> {
  const { organization, pat } = fixture.ours;
  const [url, owner] = [`/v1/organizations/${organization.id}`, callAs(fixture.api, pat)];
  const { subscription_settings } = (await owner('GET', url)).body;
  await owner('PATCH', url, { subscription_settings: { ...subscription_settings, allow_multiple_subscriptions: true } });
}

describe('subscriptions with a claimed seat', () => {
  const CLAIMED = `${SEATS}/subscriptions`;
  const ids = async (caller: Call, url = CLAIMED) =>
    (await caller('GET', url)).body.items.map(({ id }: { id: string }) => id) as string[];

  test('200: a member sees the subscriptions in which it holds a seat, the customer those of all members', async () => {
    const { purchase, customer, member, seat } = await team();
    await allowSeveral();
    const second = await seats.subscription(2, [], purchase.customer_id);
    const other = await seats.seat(second, { email: uniqueEmail(), immediate_claim: true });
    const otherMember = await session({ customer_id: purchase.customer_id, member_id: other.member_id });
    expect(await ids(customer)).toEqual([second.id, purchase.id]);
    expect(await ids(member)).toEqual([purchase.id]);
    expect(await ids(otherMember)).toEqual([second.id]);
    expect((await customer('GET', `${CLAIMED}?limit=1&page=2`)).body).toMatchObject({
      items: [{ id: purchase.id }],
      pagination: { total_count: 2, max_page: 2 },
    });
    await customer('DELETE', `${SEATS}/${seat.id}`);
    expect(await ids(customer)).toEqual([second.id]);
  });

  test('200: leaves out orders, and subscriptions without a claimed seat', async () => {
    const { customer } = await team('order');
    expect(await ids(customer)).toEqual([]);
    const purchase = await seats.subscription(4);
    await seats.seat(purchase);
    expect(await ids(await session({ customer_id: purchase.customer_id }))).toEqual([]);
  });

  test('does not show fields of the seller', async () => {
    const { customer } = await team();
    const [shown] = (await customer('GET', CLAIMED)).body.items;
    for (const own of ['metadata', 'customer', 'custom_field_data']) expect(shown).not.toHaveProperty(own);
    for (const own of ['metadata', 'attached_custom_fields']) expect(shown.product).not.toHaveProperty(own);
  });

  test('401, 422', async () => {
    const { customer } = await team();
    for (const outsider of [callAs(fixture.api), fixture.seller]) expect((await outsider('GET', CLAIMED)).status).toBe(401);
    for (const wrong of ['page=0', 'limit=0', 'limit=x']) expect((await customer('GET', `${CLAIMED}?${wrong}`)).status).toBe(422);
  });
});

test('400, 401, 422', async () => {
  const { customer, purchase } = await team();
  expect((await customer('GET', SEATS)).body).toMatchObject({ error: 'BadRequest' });
  expect(
    (await customer('POST', SEATS, { ...purchaseParam(purchase), checkout_id: purchase.id, email: uniqueEmail() })).status,
  ).toBe(422);
  expect((await customer('DELETE', `${SEATS}/x`)).status).toBe(422);
  for (const outsider of [callAs(fixture.api), fixture.seller]) {
    expect((await outsider('GET', `${SEATS}?${query(purchase)}`)).status).toBe(401);
  }
});
