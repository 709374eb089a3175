import { EntityManager } from '@mikro-orm/postgresql';
import { type Answer, callAs } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { databaseWrites } from '../support/database-writes.ts';
import { eventually } from '../support/eventually.ts';
import { NO_SIGN_IN_LIMITS } from '../support/api.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { openSession } from '../support/portal.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';
import { purchaseParam, seatsOf, uniqueEmail } from '../support/seat-fixture.ts';
import { stopClock } from '../support/stop-clock.ts';

const PORTAL_SEATS = '/v1/customer-portal/seats';
const TOO_MANY = { status: 429, body: { error: 'TooManyRequests' } };

let mailbox: Mailbox;
let fixture: PurchaseFixture;
let seats: ReturnType<typeof seatsOf>;
let contract: Contract;
beforeAll(async () => {
  mailbox = await openMailbox();
  const limits = { ...NO_SIGN_IN_LIMITS, MAIL_PER_CUSTOMER_PER_HOUR: '25' };
  fixture = await openPurchaseFixture({ LATCHKEY_DATA: mailbox.folder, ...limits });
  seats = seatsOf(fixture);
  contract = Contract.of(fixture.api);
});
afterAll(async () => {
  await fixture.close();
  await mailbox.remove();
});

const mailTo = async (email: string) => (await mailbox.messages()).filter(({ to }) => to === email);
const customerSession = (purchase: Answer['body']) => openSession(fixture.api, fixture.ours, purchase.customer_id);
/** Requests for codes that the worker has not processed. Other events may wait for their mail limit. */
async function pendingSignIns(): Promise<number> {
  const pending = `select 1 from platform.outbox where name = 'sign_in.requested' and done_at is null`;
  return (await fixture.api.app.get(EntityManager).fork().execute(pending)).length;
}
const countOf = (answers: readonly Answer[], status: number): number => answers.filter((each) => each.status === status).length;

test('a customer who resends an invitation 61 times sends 20 e-mails to the address', async () => {
  using stopped = new DisposableStack();
  stopped.use(stopClock(fixture.api));
  const purchase = await seats.subscription(2);
  const { call: customer } = await customerSession(purchase);
  const email = uniqueEmail();
  const seat = (await customer('POST', PORTAL_SEATS, { ...purchaseParam(purchase), email })).body;
  const answers: Answer[] = [];
  for (let n = 0; n < 61; n++) {
    answers.push(await customer('POST', `${PORTAL_SEATS}/${seat.id}/resend`));
    if (n % 10 === 0) await fixture.settled();
  }
  await fixture.settled();
  expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([19, 42]);
  expect((await mailTo(email)).length).toBeLessThanOrEqual(20);
  const refused = answers.at(-1)!;
  expect(contract.violations(`POST ${PORTAL_SEATS}/{seat_id}/resend`, refused)).toEqual([]);
  expect(refused.headers).toMatchObject({
    'retry-after': '3600',
    'ratelimit-policy': '"address-hour";q=20;w=3600',
    ratelimit: '"address-hour";r=0;t=3600',
  });
  const before = await databaseWrites(fixture.api);
  expect(await fixture.seller('POST', `/v1/customer-seats/${seat.id}/resend`)).toMatchObject(TOO_MANY);
  expect(await databaseWrites(fixture.api)).toBe(before);
});

test('a customer who assigns and revokes a seat again and again sends a limited number of e-mails, whoever gets them', async () => {
  const purchase = await seats.subscription(1);
  const { call: customer } = await customerSession(purchase);
  const invite = () => customer('POST', PORTAL_SEATS, { ...purchaseParam(purchase), email: uniqueEmail() });
  for (let n = 0; n < 25; n++) {
    const { status, body } = await invite();
    expect(status).toBe(200);
    await customer('DELETE', `${PORTAL_SEATS}/${body.id}`);
  }
  const refused = await invite();
  expect(refused).toMatchObject(TOO_MANY);
  expect(refused.headers['ratelimit-policy']).toBe('"customer-hour";q=25;w=3600');
  expect(contract.violations(`POST ${PORTAL_SEATS}`, refused)).toEqual([]);
  const claimed = { ...purchaseParam(purchase), email: uniqueEmail(), immediate_claim: true };
  expect((await customer('POST', PORTAL_SEATS, claimed)).status).toBe(200);
  const other = await seats.subscription(1);
  const { call: neighbour } = await customerSession(other);
  expect((await neighbour('POST', PORTAL_SEATS, { ...purchaseParam(other), email: uniqueEmail() })).status).toBe(200);
});

test('a request that fails for another reason uses up no e-mail', async () => {
  const purchase = await seats.subscription(40);
  const email = uniqueEmail();
  await seats.seat(purchase, { email });
  for (let n = 0; n < 25; n++) expect((await seats.assign(purchase, { email })).body.error).toBe('SeatAlreadyAssigned');
  expect((await seats.assign(await seats.subscription(1), { email })).status).toBe(200);
});

test('a seller assigns a thousand seats at once, up to the limit of the organization', async () => {
  const limited = await openPurchaseFixture({ LATCHKEY_DATA: mailbox.folder, MAIL_PER_ORGANIZATION_PER_HOUR: '1500' });
  try {
    const ofLimited = seatsOf(limited);
    const [first, second] = [await ofLimited.subscription(1000), await ofLimited.subscription(1000)];
    const bulk = (purchase: Answer['body'], number: number) =>
      limited.seller('POST', '/v1/customer-seats/bulk', {
        ...purchaseParam(purchase),
        seats: Array.from({ length: number }, () => ({ email: uniqueEmail() })),
      });
    const assigned = await bulk(first, 1000);
    expect([assigned.status, assigned.body.seats?.length]).toEqual([200, 1000]);
    const refused = await bulk(second, 501);
    expect(refused).toMatchObject(TOO_MANY);
    expect(contract.violations('POST /v1/customer-seats/bulk', refused)).toEqual([]);
    expect((await ofLimited.list(second)).available_seats).toBe(1000);
    expect((await bulk(second, 500)).status).toBe(200);
  } finally {
    await limited.close();
  }
});

test('license keys beyond the limit of an address are mailed later, and others at once', async () => {
  const { id: benefit_id } = await fixture.create('/v1/benefits/', {
    type: 'license_keys',
    description: 'Mailed',
    properties: { deliver_by_email: true },
  });
  const [flooded, other] = [uniqueEmail(), uniqueEmail()];
  const customer = (email: string) => fixture.create('/v1/customers/', { email });
  const { id: customer_id } = await customer(flooded);
  const license_keys = Array.from({ length: 25 }, () => ({ customer_id, benefit_id }));
  expect((await fixture.seller('POST', '/v1/license-keys/', { license_keys })).status).toBe(201);
  await eventually(async () => (await mailTo(flooded)).length === 20);
  await fixture.create('/v1/license-keys/', { customer_id: (await customer(other)).id, benefit_id });
  await eventually(async () => (await mailTo(other)).length === 1);
  expect(await mailTo(flooded)).toHaveLength(20);
});

test('requests of strangers for an address do not keep its owner from getting a code on a known device', async () => {
  const session = '/v1/customer-portal/customer-session';
  const organization_id = fixture.ours.organization.id;
  const email = uniqueEmail();
  await fixture.create('/v1/customers/', { email });
  const request = async (headers: Record<string, string> = {}): Promise<string[]> => {
    const before = (await mailTo(email)).length;
    const { status } = await callAs(fixture.api)('POST', `${session}/request`, { email, organization_id }, headers);
    expect(status).toBe(202);
    await eventually(async () => (await pendingSignIns()) === 0);
    const mails = (await mailTo(email)).slice(before);
    return mails.flatMap(({ text }) => [...new Set(text.match(/\b[0-9A-Z]{4}-[0-9A-Z]{6}\b/g))]);
  };
  const authenticate = (code: string) => callAs(fixture.api)('POST', `${session}/authenticate`, { code });
  const [first] = await request();
  const { headers } = await authenticate(first!);
  const cookie = String(headers['set-cookie']).split(';')[0]!;
  const ofStrangers: string[] = [];
  for (let n = 0; n < 7; n++) ofStrangers.push(...(await request()));
  expect(ofStrangers).toHaveLength(4);
  const [own] = await request({ cookie });
  expect((await authenticate(own!)).status).toBe(200);
  expect((await authenticate(ofStrangers[0]!)).status).toBe(200);
});
