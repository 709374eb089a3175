import { EntityManager } from '@mikro-orm/postgresql';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Answer, callAs } from '../support/call.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';
import { uniqueEmail, seatsOf } from '../support/seat-fixture.ts';

type Body = Answer['body'];

const folder = await mkdtemp(join(tmpdir(), 'latchkey-seats-'));
let fixture: PurchaseFixture;
let seats: ReturnType<typeof seatsOf>;
beforeAll(async () => {
  fixture = await openPurchaseFixture({ LATCHKEY_DATA: folder });
  seats = seatsOf(fixture);
});
afterAll(async () => {
  await fixture.close();
  await rm(folder, { recursive: true });
});

/** The messages that were sent to an address, oldest first, with soft line breaks joined. */
async function mailTo(email: string): Promise<string[]> {
  const names = await readdir(join(folder, 'mail')).catch(() => []);
  const messages = await Promise.all(names.sort().map((name) => readFile(join(folder, 'mail', name), 'utf8')));
  return messages
    .filter((text) => text.includes(`To: ${email}`))
    .map((text) => text.replaceAll('=\r\n', '').replaceAll('=3D', '='));
}

const tokenIn = (message: string): string => /invitation_token=([\w-]{43})/.exec(message)![1]!;

/** A purchase of a product that grants license keys, with a claimed seat for each address. */
async function claimed(kind: 'subscription' | 'order', ...emails: string[]) {
  const benefit = await fixture.benefit();
  const purchase = await seats[kind](5, [benefit.id]);
  const holders: Body[] = [];
  for (const email of emails) holders.push(await seats.seat(purchase, { email, immediate_claim: true }));
  await fixture.settled();
  return { benefit, purchase, holders };
}

const keyStatusesOf = async (benefit: { id: string }): Promise<string[]> =>
  (await fixture.keysOf(benefit)).map(({ status }: Body) => status).sort();

test('an assigned seat is announced by e-mail, and only the last invitation is valid', async () => {
  const email = uniqueEmail();
  const seat = await seats.seat(await seats.subscription(1), { email });
  await fixture.settled();
  const [first, ...others] = await mailTo(email);
  expect(others).toEqual([]);
  expect(first).toMatch(/You have been given a seat of Acme Pro from .*\.\s+\S.* has invited you\./);
  expect(first).toContain('24 hours');
  await fixture.seller('POST', `/v1/customer-seats/${seat.id}/resend`);
  await fixture.settled();
  const second = (await mailTo(email)).find((message) => tokenIn(message) !== tokenIn(first!))!;
  expect((await seats.claim(tokenIn(first!))).status).toBe(400);
  expect((await seats.claim(tokenIn(second))).body).toMatchObject({ seat: { id: seat.id, status: 'claimed' } });
});

test('no valid invitation is sent by e-mail after one was created by the API, or if the seat is claimed immediately', async () => {
  const [email, other] = [uniqueEmail(), uniqueEmail()];
  const purchase = await seats.subscription(2);
  await seats.seat(purchase, { email: other, immediate_claim: true });
  const seat = await seats.seat(purchase, { email });
  const token = await seats.invitation(seat);
  await fixture.settled();
  const sent = await mailTo(email);
  expect((await seats.claim(token)).status).toBe(200);
  for (const message of sent) expect((await seats.claim(tokenIn(message))).status).toBe(400);
  expect(await mailTo(other)).toEqual([]);
});

test.each(['subscription', 'order'] as const)(
  'each seat holder of the %s has their own key and loses it with the seat',
  async (kind) => {
    const { benefit, purchase, holders } = await claimed(kind, uniqueEmail(), uniqueEmail());
    const pending = await seats.seat(purchase);
    await fixture.settled();
    const { customer_id } = purchase;
    const granted = { status: 'granted', customer_id };
    expect(await fixture.keysOf(benefit)).toMatchObject([granted, granted]);
    const grants = await fixture.grantsOf(purchase);
    expect(grants.map(({ member_id }) => member_id).sort()).toEqual(holders.map(({ member_id }) => member_id).sort());
    expect(grants.every(({ member_id, member }) => member.id === member_id)).toBe(true);
    const [ada] = holders;
    const { license_key_id } = grants.find(({ member_id }) => member_id === ada.member_id)!.properties;
    const rows = await fixture.api.app
      .get(EntityManager)
      .fork()
      .execute('select member_id from licensing.license_keys where id = ?', [license_key_id]);
    expect(rows).toEqual([{ member_id: ada.member_id }]);

    for (const { id } of [ada, pending]) await fixture.seller('DELETE', `/v1/customer-seats/${id}`);
    await fixture.settled();
    expect(await keyStatusesOf(benefit)).toEqual(['granted', 'revoked']);
    await seats.seat(purchase, { member_id: ada.member_id, immediate_claim: true });
    await fixture.settled();
    expect(await keyStatusesOf(benefit)).toEqual(['granted', 'granted']);
  },
);

test('changing the benefits of a product grants them to every seat holder', async () => {
  const { benefit, purchase } = await claimed('subscription', uniqueEmail(), uniqueEmail());
  const other = await fixture.benefit();
  await fixture.seller('POST', `/v1/products/${purchase.product_id}/benefits`, { benefits: [other.id] });
  await fixture.settled();
  expect(await keyStatusesOf(benefit)).toEqual(['revoked', 'revoked']);
  expect(await keyStatusesOf(other)).toEqual(['granted', 'granted']);
});

test.each<[string, (purchase: Body) => Promise<unknown>]>([
  ['ends', ({ id }) => fixture.seller('DELETE', `/v1/subscriptions/${id}`)],
  ['has its customer deleted', ({ customer_id }) => fixture.seller('DELETE', `/v1/customers/${customer_id}`)],
])('a subscription that %s has all of its seats and their keys revoked', async (_event, end) => {
  const { benefit, purchase } = await claimed('subscription', uniqueEmail(), uniqueEmail());
  await seats.seat(purchase);
  await end(purchase);
  await fixture.settled();
  const listed = await seats.list(purchase);
  expect(listed).toMatchObject({ available_seats: 5, total_seats: 5 });
  expect(listed.seats.map(({ status }: Body) => status)).toEqual(['revoked', 'revoked', 'revoked']);
  expect(await keyStatusesOf(benefit)).toEqual(['revoked', 'revoked']);
});

test('seats of a subscription that is past due are suspended, and given back with their keys when it is paid', async () => {
  const { benefit, purchase } = await claimed('subscription', uniqueEmail(), uniqueEmail());
  const pending = await seats.seat(purchase);
  const token = await seats.invitation(pending);
  const report = (status: string) => fixture.seller('PATCH', `/v1/subscriptions/${purchase.id}`, { status });
  await report('past_due');
  await fixture.settled();
  expect(await keyStatusesOf(benefit)).toEqual(['revoked', 'revoked']);
  expect((await seats.claim(token)).status).toBe(400);
  const assigned = await fixture.seller('POST', '/v1/customer-seats', { subscription_id: purchase.id, email: uniqueEmail() });
  expect(assigned).toMatchObject({ status: 400, body: { error: 'SeatNotAvailable' } });
  const keys = await fixture.keysOf(benefit);
  await report('active');
  await fixture.settled();
  const again = await fixture.keysOf(benefit);
  expect(again.map(({ id, status }) => [id, status])).toEqual(keys.map(({ id }) => [id, 'granted']));
  const listed = await seats.list(purchase);
  expect(listed).toMatchObject({ available_seats: 2, total_seats: 5 });
  expect(listed.seats.map(({ status }: Body) => status).sort()).toEqual(['claimed', 'claimed', 'pending']);
  expect((await seats.claim(token)).status).toBe(200);
});

test('the subscription gets the seat count of its pool, even if the process that resized the pool was interrupted', async () => {
  const purchase = await seats.subscription(2);
  await fixture.seller('PATCH', `/v1/subscriptions/${purchase.id}`, { seats: 4 });
  await fixture.settled();
  const em = fixture.api.app.get(EntityManager).fork();
  await em.execute('update entitlements.subscriptions set seats = 2, amount = 200, seats_revision = 0 where id = ?', [
    purchase.id,
  ]);
  await em.execute(
    `insert into platform.outbox (name, payload, organization_id, aggregate_id, occurred_at)
     select name, payload, organization_id, aggregate_id, occurred_at from platform.outbox
     where name = 'seat_pool.resized' and payload ->> 'subscription_id' = ?`,
    [purchase.id],
  );
  await fixture.settled();
  expect((await fixture.seller('GET', `/v1/subscriptions/${purchase.id}`)).body).toMatchObject({ seats: 4, amount: 400 });
});

test('a seat that is assigned while its holder is being deleted is revoked by a later check', async () => {
  const { benefit, purchase, holders } = await claimed('subscription', uniqueEmail());
  const [{ id, member_id }] = holders as [Body];
  await fixture.seller('DELETE', `/v1/customers/${purchase.customer_id}/members/${member_id}`);
  await fixture.settled();
  const em = fixture.api.app.get(EntityManager).fork();
  await em.execute(`update seats.seats set status = 'claimed', member_id = ? where id = ?`, [member_id, id]);
  await em.execute('update seats.seat_pools set assigned = 1 where subscription_id = ?', [purchase.id]);
  await em.execute(
    `insert into platform.outbox (name, payload, organization_id, aggregate_id, occurred_at)
     select name, payload, organization_id, aggregate_id, occurred_at from platform.outbox
     where name = 'customer_seat.claimed' and aggregate_id = ?`,
    [id],
  );
  await fixture.settled();
  expect(await seats.list(purchase)).toMatchObject({ available_seats: 5, seats: [{ id, status: 'revoked' }] });
  expect(await keyStatusesOf(benefit)).toEqual(['revoked']);
});

test('a seat follows the new address of its member and is revoked when the member is deleted', async () => {
  const { purchase, holders } = await claimed('subscription', uniqueEmail(), uniqueEmail());
  const [ada, grace] = holders as [Body, Body];
  const seller = callAs(fixture.api, fixture.ours.oat);
  const email = uniqueEmail();
  expect((await seller('PATCH', `/v1/customers/${purchase.customer_id}/members/${ada.member_id}`, { email })).status).toBe(200);
  expect((await seller('DELETE', `/v1/customers/${purchase.customer_id}/members/${grace.member_id}`)).status).toBe(204);
  await fixture.settled();
  expect((await seats.list(purchase)).seats).toMatchObject([
    { id: ada.id, email, customer_email: email, member: { email } },
    { id: grace.id, status: 'revoked', member: null },
  ]);
});
