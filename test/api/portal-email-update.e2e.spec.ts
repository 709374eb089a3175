import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { DeleteExpiredSessions } from '#customer-portal';
import { NO_SIGN_IN_LIMITS } from '../support/api.ts';
import { type Answer, type Call, callAs } from '../support/call.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { openSession } from '../support/portal.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';

const ME = '/v1/customer-portal/customers/me';

let mailbox: Mailbox;
let fixture: PurchaseFixture;
let anyone: Call;
beforeAll(async () => {
  mailbox = await openMailbox();
  fixture = await openPurchaseFixture({ LATCHKEY_DATA: mailbox.folder, ...NO_SIGN_IN_LIMITS });
  anyone = callAs(fixture.api);
  await allowChanges(true);
});
afterAll(async () => {
  await fixture.close();
  await mailbox.remove();
});

async function allowChanges(allow_email_change: boolean): Promise<void> {
  const url = `/v1/organizations/${fixture.ours.organization.id}`;
  const seller = callAs(fixture.api, fixture.ours.pat);
  const { customer_portal_settings: settings } = (await seller('GET', url)).body;
  const { status } = await seller('PATCH', url, { customer_portal_settings: { ...settings, customer: { allow_email_change } } });
  expect(status).toBe(200);
}

let count = 0;
const newAddress = (): string => `Jane.${++count}@example.com`;
const mailTo = async (email: string) => (await mailbox.messages()).filter(({ to }) => to === email);
const ask = (call: Call, email: unknown): Promise<Answer> =>
  call('POST', '/v1/customer-portal/customers/me/email-update/request', { email });
const check = (token: string): Promise<Answer> =>
  anyone('GET', `/v1/customer-portal/customers/me/email-update/check?token=${token}`);
const verify = (token: unknown): Promise<Answer> =>
  anyone('POST', '/v1/customer-portal/customers/me/email-update/verify', { token });
const INVALID = { status: 401, body: { error: 'InvalidCustomerEmailUpdate' } };

async function customer(attributes: object = {}) {
  const { id, email } = await fixture.create('/v1/customers/', { email: newAddress(), ...attributes });
  return { id, email, ...(await openSession(fixture.api, fixture.ours, id)) };
}

/** The token of the latest link that was mailed to the address. */
async function tokenFor(email: string): Promise<string> {
  await fixture.settled();
  const message = (await mailTo(email)).at(-1)!;
  const { slug } = fixture.ours.organization;
  return new RegExp(`/portal/${slug}/email-update\\?token=([\\w-]+)`).exec(message.text)![1]!;
}

test('a customer changes its address by the link that is mailed to the new one; the old one is told', async () => {
  const { id, email, call } = await customer();
  const wanted = newAddress();
  expect(await ask(call, wanted)).toMatchObject({ status: 202, body: {} });
  const token = await tokenFor(wanted);
  expect((await call('GET', ME)).body).toMatchObject({ email, email_verified: false });
  expect(await check(token)).toMatchObject({ status: 204, text: '' });
  const { status, body } = await verify(token);
  expect(status).toBe(200);
  expect((await callAs(fixture.api, body.token)('GET', ME)).body).toMatchObject({ id, email: wanted, email_verified: true });
  await fixture.settled();
  const [told] = await mailTo(email);
  expect(told!.subject).toContain('was changed');
  expect(told!.raw).not.toContain(wanted);
  const { items } = (await fixture.seller('GET', `/v1/customers/${id}/members`)).body;
  expect(items).toMatchObject([{ email: wanted, role: 'owner' }]);
  expect(await verify(token)).toMatchObject(INVALID);
  expect(await check(token)).toMatchObject(INVALID);
});

test('two requests at the same time use a link once', async () => {
  const { call } = await customer();
  const wanted = newAddress();
  await ask(call, wanted);
  const token = await tokenFor(wanted);
  const answers = await Promise.all([verify(token), verify(token)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
});

test('another request replaces the one before', async () => {
  const { call } = await customer();
  const [first, second] = [newAddress(), newAddress()];
  await ask(call, first);
  const old = await tokenFor(first);
  await ask(call, second);
  expect(await check(old)).toMatchObject(INVALID);
  expect((await check(await tokenFor(second))).status).toBe(204);
});

test('nobody learns from a request whether somebody has the address; the link is of no use then', async () => {
  const [{ call }, other] = [await customer(), await customer()];
  expect((await ask(call, other.email)).status).toBe(202);
  const token = await tokenFor(other.email);
  expect(await verify(token)).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'token'] }] } });
  expect((await call('GET', ME)).body.email).not.toBe(other.email);
});

test('a link expires, and dies with another address from the seller and with the customer', async () => {
  const [expired, corrected, deleted] = [await customer(), await customer(), await customer()];
  const tokens: string[] = [];
  for (const { call } of [expired, corrected, deleted]) {
    const wanted = newAddress();
    await ask(call, wanted);
    tokens.push(await tokenFor(wanted));
  }
  const em = fixture.api.app.get(EntityManager).fork();
  const age = (minutes: number) =>
    em.execute(
      `update customer_portal.email_changes set requested_at = requested_at - ? * interval '1 minute' where customer_id = ?`,
      [minutes, expired.id],
    );
  await age(31);
  await fixture.seller('PATCH', `/v1/customers/${corrected.id}`, { email: newAddress() });
  await fixture.seller('DELETE', `/v1/customers/${deleted.id}?anonymize=true`);
  for (const token of tokens) expect(await verify(token)).toMatchObject(INVALID);
  await age(24 * 60);
  await fixture.settled();
  await fixture.api.app.get(CommandBus).execute(new DeleteExpiredSessions());
  const stored = 'select customer_id from customer_portal.email_changes where customer_id in (?, ?, ?)';
  expect(await em.execute(stored, [expired.id, corrected.id, deleted.id])).toEqual([{ customer_id: corrected.id }]);
});

test('403: where the seller does not allow it, and for members who lead nobody; 422: teams and invalid input', async () => {
  const { id, email, call } = await customer();
  await allowChanges(false);
  expect(await ask(call, newAddress())).toMatchObject({ status: 403, body: { error: 'NotPermitted' } });
  await allowChanges(true);
  const member = await openSession(fixture.api, fixture.ours, id, 'member');
  expect((await ask(member.call, newAddress())).status).toBe(403);
  const team = await customer({ type: 'team' });
  expect(await ask(team.call, newAddress())).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'email'] }] } });
  for (const invalid of [email.toUpperCase(), 'jane', null, undefined]) {
    expect([invalid, (await ask(call, invalid)).status]).toEqual([invalid, 422]);
  }
  expect(await verify('nonsense')).toMatchObject(INVALID);
  expect((await verify('\u0000')).status).toBeLessThan(500);
  expect((await verify(7)).status).toBe(422);
  expect((await anyone('GET', `${ME}/email-update/check`)).status).toBe(422);
  expect((await verify('x'.repeat(256))).status).toBe(422);
});
