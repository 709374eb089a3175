import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { DeleteExpiredSessions } from '#customer-portal';
import { NO_SIGN_IN_LIMITS } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { databaseWrites } from '../support/database-writes.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';

const SESSION = '/v1/customer-portal/customer-session';

let mailbox: Mailbox;
let fixture: PurchaseFixture;
beforeAll(async () => {
  mailbox = await openMailbox();
  fixture = await openPurchaseFixture({ LATCHKEY_DATA: mailbox.folder, ...NO_SIGN_IN_LIMITS });
});
afterAll(async () => {
  await fixture.close();
  await mailbox.remove();
});

let count = 0;
const newAddress = (): string => `visitor-${++count}@example.com`;

const post = (path: string, body: object) => callAs(fixture.api)('POST', `${SESSION}/${path}`, body);
const sql = (text: string, values: unknown[] = []) => fixture.api.app.get(EntityManager).fork().execute(text, values);

/** Requests sign-in codes, and waits until all events have been processed. */
async function requestCodes(email: string, more: object = {}) {
  const answer = await post('request', { email, organization_id: fixture.ours.organization.id, ...more });
  await fixture.settled();
  return answer;
}
const messagesTo = async (email: string) => (await mailbox.messages()).filter(({ to }) => to === email);
/** Each code of a message once: it is also in the link beside it. */
const codesIn = (text: string): string[] => [...new Set(text.match(/\b[0-9A-Z]{4}-[0-9A-Z]{6}\b/g))];
async function codesFor(email: string): Promise<string[]> {
  await requestCodes(email);
  return codesIn((await messagesTo(email)).at(-1)?.text ?? '');
}
const CODE_INVALID = [401, { error: 'CustomerSessionCodeInvalidOrExpired', detail: 'This code is invalid or has expired.' }];
const authenticate = async (code: string) => {
  const { status, body } = await post('authenticate', { code });
  return [status, body];
};
const whoIs = async (code: string) => {
  const { body } = await post('authenticate', { code });
  return (await callAs(fixture.api, body.token)('GET', `${SESSION}/user`)).body;
};

test('a code that was sent to the address of a customer signs in once and verifies the address', async () => {
  const email = newAddress();
  const customer = await fixture.create('/v1/customers/', { email, name: 'Ada' });
  expect(customer.email_verified).toBe(false);
  const answer = await requestCodes(email.toUpperCase());
  expect([answer.status, answer.text]).toEqual([202, '']);
  const [message, ...others] = await messagesTo(email);
  expect(others).toEqual([]);
  expect(message).toMatchObject({ from: 'Acme <latchkey@localhost>', subject: 'Your sign-in code for Acme' });
  const [code, ...more] = codesIn(message!.text);
  expect(more).toEqual([]);
  expect(message!.raw.match(new RegExp(code!, 'g'))).toHaveLength(4);
  const asTyped = ` ${code!.toLowerCase().replace('-', ' ')} `;
  expect(await whoIs(asTyped)).toMatchObject({ type: 'member', role: 'owner', customer_id: customer.id });
  expect(await authenticate(code!)).toEqual(CODE_INVALID);
  expect((await fixture.seller('GET', `/v1/customers/${customer.id}`)).body.email_verified).toBe(true);
});

test('the response does not reveal whether a customer exists', async () => {
  const [known, deleted] = [newAddress(), newAddress()];
  await fixture.create('/v1/customers/', { email: known });
  const { id } = await fixture.create('/v1/customers/', { email: deleted });
  await fixture.seller('DELETE', `/v1/customers/${id}`);
  const before = (await mailbox.messages()).length;
  const answers = [
    await requestCodes(known),
    await requestCodes(deleted),
    await requestCodes(newAddress()),
    await requestCodes(known, { customer_id: randomUUID() }),
    await requestCodes(known, { organization_id: randomUUID() }),
  ];
  expect(answers.map(({ status, text }) => [status, text])).toEqual(answers.map(() => [202, '']));
  expect(await mailbox.messages()).toHaveLength(before + 1);
});

test('a request for an unknown organization stores nothing', async () => {
  await fixture.settled();
  const before = await databaseWrites(fixture.api);
  const { status, text } = await requestCodes(newAddress(), { organization_id: randomUUID() });
  expect([status, text]).toEqual([202, '']);
  expect(await databaseWrites(fixture.api)).toBe(before);
});

test('one message has a code for each customer of the address', async () => {
  const email = newAddress();
  const own = await fixture.create('/v1/customers/', { email, name: 'Own & Co' });
  const team = await fixture.create('/v1/customers/', { type: 'team', name: 'Team', owner: { email: newAddress() } });
  await fixture.create(`/v1/customers/${team.id}/members`, { email, role: 'billing_manager' });
  const [first, second] = await codesFor(email);
  expect(await messagesTo(email)).toHaveLength(1);
  expect((await messagesTo(email))[0]!.text).toContain(`Own & Co: ${first}`);
  expect((await messagesTo(email))[0]!.raw).toContain('Own &amp; Co');
  expect(await whoIs(first!)).toMatchObject({ customer_id: own.id, role: 'owner' });
  expect(await whoIs(second!)).toMatchObject({ customer_id: team.id, role: 'billing_manager' });
  await requestCodes(email, { customer_id: team.id });
  const [only, ...others] = codesIn((await messagesTo(email)).at(-1)!.text);
  expect(others).toEqual([]);
  expect(await whoIs(only!)).toMatchObject({ customer_id: team.id });
  await fixture.settled();
  expect((await fixture.seller('GET', `/v1/customers/${team.id}`)).body.email_verified).toBe(false);
});

test('a code is sent only to the address that is stored with its customer', async () => {
  const number = ++count;
  const [victim, attacker] = [`kate-${number}@example.com`, `\u212Aate-${number}@example.com`];
  const { id } = await fixture.create('/v1/customers/', { email: victim });
  const team = await fixture.create('/v1/customers/', { type: 'team', owner: { email: attacker } });
  await requestCodes(attacker);
  const [code, ...others] = codesIn((await messagesTo(victim)).at(-1)!.text);
  expect(others).toEqual([]);
  expect(await whoIs(code!)).toMatchObject({ customer_id: id });
  const toAttacker =
    (await mailbox.messages()).at(-1)!.to === victim ? (await mailbox.messages()).at(-2)! : (await mailbox.messages()).at(-1)!;
  const [own, ...more] = codesIn(toAttacker.text);
  expect(more).toEqual([]);
  expect(await whoIs(own!)).toMatchObject({ customer_id: team.id });
});

test('a team can sign in at its own address, without a member', async () => {
  const email = newAddress();
  const team = await fixture.create('/v1/customers/', { type: 'team', email, owner: { email: newAddress() } });
  const [code] = await codesFor(email);
  expect(await whoIs(code!)).toMatchObject({ type: 'customer', customer_id: team.id, member_id: null, role: null });
});

test('a code is invalid after five wrong attempts, and the response is the same', async () => {
  const email = newAddress();
  await fixture.create('/v1/customers/', { email });
  const [code] = await codesFor(email);
  const wrong = code!.slice(0, -1) + (code!.endsWith('0') ? '1' : '0');
  for (const _ of [1, 2, 3, 4, 5]) expect(await authenticate(wrong)).toEqual(CODE_INVALID);
  expect(await authenticate(code!)).toEqual(CODE_INVALID);
});

test('a code is valid after four wrong attempts', async () => {
  const email = newAddress();
  await fixture.create('/v1/customers/', { email });
  const [code] = await codesFor(email);
  const wrong = code!.slice(0, -1) + (code!.endsWith('0') ? '1' : '0');
  for (const _ of [1, 2, 3, 4]) expect(await authenticate(wrong)).toEqual(CODE_INVALID);
  expect((await authenticate(code!))[0]).toBe(200);
});

test('a code is invalid after half an hour, or when its customer or member is deleted', async () => {
  const [late, ofMember, deleted] = [newAddress(), newAddress(), newAddress()];
  await fixture.create('/v1/customers/', { email: late });
  const { id } = await fixture.create('/v1/customers/', { email: deleted });
  const team = await fixture.create('/v1/customers/', { type: 'team', owner: { email: newAddress() } });
  const member = await fixture.create(`/v1/customers/${team.id}/members`, { email: ofMember });
  const codes = [(await codesFor(late))[0]!, (await codesFor(ofMember))[0]!, (await codesFor(deleted))[0]!];
  await sql(`update customer_portal.sign_in_codes set expires_at = now() where email_key = ?`, [late]);
  await fixture.seller('DELETE', `/v1/customers/${team.id}/members/${member.id}`);
  await fixture.seller('DELETE', `/v1/customers/${id}`);
  for (const code of codes) expect(await authenticate(code)).toEqual(CODE_INVALID);
});

test('no code is sent for a request that is older than half an hour', async () => {
  const email = newAddress();
  await fixture.create('/v1/customers/', { email });
  await requestCodes(email);
  const sentAfter = async (ago: string) => {
    await sql(`update customer_portal.sign_ins set requested_at = now() - ?::interval where email_key = ?`, [ago, email]);
    await sql(
      `insert into platform.outbox (name, payload, organization_id, aggregate_id, occurred_at)
       select 'sign_in.requested', '{}', organization_id, id, now() from customer_portal.sign_ins where email_key = ?`,
      [email],
    );
    await fixture.settled();
    return (await messagesTo(email)).length;
  };
  expect(await sentAfter('29 minutes')).toBe(2);
  expect(await sentAfter('31 minutes')).toBe(2);
});

test('of many concurrent uses of a code, one succeeds', async () => {
  const email = newAddress();
  await fixture.create('/v1/customers/', { email });
  const [code] = await codesFor(email);
  const answers = await Promise.all(Array.from({ length: 10 }, () => authenticate(code!)));
  expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
});

test('repeated requests send at most five messages', async () => {
  const email = newAddress();
  await fixture.create('/v1/customers/', { email });
  for (const _ of [1, 2, 3, 4, 5, 6, 7]) expect((await requestCodes(email)).status).toBe(202);
  expect(await messagesTo(email)).toHaveLength(5);
});

test('the code is stored nowhere and is in no event', async () => {
  const email = newAddress();
  await fixture.create('/v1/customers/', { email });
  const [code] = await codesFor(email);
  const stored = JSON.stringify([
    await sql('select * from platform.outbox'),
    await sql(`select id, selector, encode(digest, 'escape') from customer_portal.sign_in_codes`),
    await sql('select * from customer_portal.sign_ins'),
  ]);
  expect(stored).not.toContain(code!);
  expect(stored).not.toContain(code!.replace('-', ''));
  const [outbox] = await sql(`select jsonb_agg(payload)::text as payloads from platform.outbox where name like 'sign_in.%'`);
  expect(outbox!['payloads']).not.toContain('@');
});

test.each([
  ['request', {}, ['body.email', 'body.organization_id']],
  ['request', { email: 'x', organization_id: 'x', customer_id: 5 }, ['body.email', 'body.organization_id', 'body.customer_id']],
  ['authenticate', {}, ['body.code']],
  ['authenticate', { code: 5 }, ['body.code']],
  ['authenticate', { code: 'x'.repeat(256) }, ['body.code']],
])('%s rejects %j', async (path, body, locations) => {
  const answer = await post(path, body);
  expect([answer.status, answer.body.detail.map(({ loc }: { loc: string[] }) => loc.join('.'))]).toEqual([422, locations]);
});

test.each(['', 'x', '0000-000000', 'ÄÖÜ0-000000', '0000000000000', "'; drop"])('%j is not a code', async (code) => {
  expect(await authenticate(code)).toEqual(CODE_INVALID);
});

test('expired sessions and old sign-in requests are deleted', async () => {
  const email = newAddress();
  const customer = await fixture.create('/v1/customers/', { email });
  const [code] = await codesFor(email);
  const { token } = (await post('authenticate', { code: code! })).body;
  const other = await fixture.create('/v1/customer-sessions/', { customer_id: customer.id });
  await fixture.settled();
  await sql(`update customer_portal.sessions set expires_at = now() - interval '1 second' where id = ?`, [other.id]);
  await sql(`update customer_portal.sign_ins set requested_at = now() - interval '25 hours' where email_key = ?`, [email]);
  await fixture.api.app.get(CommandBus).execute(new DeleteExpiredSessions());
  expect(await sql('select 1 from customer_portal.sessions where id = ?', [other.id])).toEqual([]);
  expect(await sql('select 1 from customer_portal.sign_ins where email_key = ?', [email])).toEqual([]);
  expect(await sql('select 1 from customer_portal.sign_in_codes where email_key = ?', [email])).toEqual([]);
  expect((await callAs(fixture.api, token)('GET', `${SESSION}/user`)).status).toBe(200);
});

test('the owner of an individual customer has its address, and is deleted with it', async () => {
  const [old, next] = [newAddress(), newAddress()];
  const customer = await fixture.create('/v1/customers/', { email: old });
  await fixture.seller('PATCH', `/v1/customers/${customer.id}`, { email: next });
  await fixture.settled();
  const members = async () => (await fixture.seller('GET', `/v1/members/?customer_id=${customer.id}`)).body.items;
  expect(await members()).toMatchObject([{ email: next, role: 'owner' }]);
  await fixture.seller('DELETE', `/v1/customers/${customer.id}?anonymize=true`);
  await fixture.settled();
  expect(await members()).toEqual([]);
  const rows = await sql('select * from customer_portal.members where customer_id = ?', [customer.id]);
  expect(JSON.stringify(rows)).not.toContain(next);
});
