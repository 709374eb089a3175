import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { DeleteExpiredSessions } from '#customer-portal';
import { NO_SIGN_IN_LIMITS } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { databaseDigest } from '../support/database-digest.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';

const SESSION = '/v1/customer-portal/customer-session';

let mailbox: Mailbox;
let shop: PurchaseFixture;
beforeAll(async () => {
  mailbox = await openMailbox();
  shop = await openPurchaseFixture({ LATCHKEY_DATA: mailbox.folder, ...NO_SIGN_IN_LIMITS });
});
afterAll(async () => {
  await shop.close();
  await mailbox.remove();
});

let count = 0;
const newAddress = (): string => `visitor-${++count}@example.com`;

const post = (path: string, body: object) => callAs(shop.api)('POST', `${SESSION}/${path}`, body);
const sql = (text: string, values: unknown[] = []) => shop.api.app.get(EntityManager).fork().execute(text, values);

/** Asks for codes, and waits until everything that follows has happened. */
async function ask(email: string, more: object = {}) {
  const answer = await post('request', { email, organization_id: shop.ours.organization.id, ...more });
  await shop.settled();
  return answer;
}
const messagesTo = async (email: string) => (await mailbox.messages()).filter(({ to }) => to === email);
const codesIn = (text: string): string[] => text.match(/\b[0-9A-Z]{4}-[0-9A-Z]{6}\b/g) ?? [];
async function codesFor(email: string): Promise<string[]> {
  await ask(email);
  return codesIn((await messagesTo(email)).at(-1)?.text ?? '');
}
const refused = [401, { error: 'CustomerSessionCodeInvalidOrExpired', detail: 'This code is invalid or has expired.' }];
const authenticate = async (code: string) => {
  const { status, body } = await post('authenticate', { code });
  return [status, body];
};
const whoIs = async (code: string) => {
  const { body } = await post('authenticate', { code });
  return (await callAs(shop.api, body.token)('GET', `${SESSION}/user`)).body;
};

test('who reads mail at a customer’s address gets in, once, and the address is verified', async () => {
  const email = newAddress();
  const customer = await shop.create('/v1/customers/', { email, name: 'Ada' });
  expect(customer.email_verified).toBe(false);
  const answer = await ask(email.toUpperCase());
  expect([answer.status, answer.text]).toEqual([202, '']);
  const [message, ...others] = await messagesTo(email);
  expect(others).toEqual([]);
  expect(message).toMatchObject({ from: 'Acme <latchkey@localhost>', subject: 'Your sign-in code for Acme' });
  const [code, ...more] = codesIn(message!.text);
  expect(more).toEqual([]);
  expect(message!.raw.match(new RegExp(code!, 'g'))).toHaveLength(2);
  const typed = ` ${code!.toLowerCase().replace('-', ' ')} `;
  expect(await whoIs(typed)).toMatchObject({ type: 'member', role: 'owner', customer_id: customer.id });
  expect(await authenticate(code!)).toEqual(refused);
  await shop.settled();
  expect((await shop.seller('GET', `/v1/customers/${customer.id}`)).body.email_verified).toBe(true);
});

test('nobody learns who exists', async () => {
  const [known, gone] = [newAddress(), newAddress()];
  await shop.create('/v1/customers/', { email: known });
  const { id } = await shop.create('/v1/customers/', { email: gone });
  await shop.seller('DELETE', `/v1/customers/${id}`);
  const before = (await mailbox.messages()).length;
  const answers = [
    await ask(known),
    await ask(gone),
    await ask(newAddress()),
    await ask(known, { customer_id: randomUUID() }),
    await ask(known, { organization_id: randomUUID() }),
  ];
  expect(answers.map(({ status, text }) => [status, text])).toEqual(answers.map(() => [202, '']));
  expect(await mailbox.messages()).toHaveLength(before + 1);
});

test('nothing is taken down where there is no such organization', async () => {
  await shop.settled();
  const before = await databaseDigest(shop.api);
  const { status, text } = await ask(newAddress(), { organization_id: randomUUID() });
  expect([status, text]).toEqual([202, '']);
  expect(await databaseDigest(shop.api)).toBe(before);
});

test('one message has a code for each customer that is meant', async () => {
  const email = newAddress();
  const own = await shop.create('/v1/customers/', { email, name: 'Own & Co' });
  const team = await shop.create('/v1/customers/', { type: 'team', name: 'Team', owner: { email: newAddress() } });
  await shop.create(`/v1/customers/${team.id}/members`, { email, role: 'billing_manager' });
  const [first, second] = await codesFor(email);
  expect(await messagesTo(email)).toHaveLength(1);
  expect((await messagesTo(email))[0]!.text).toContain(`Own & Co: ${first}`);
  expect((await messagesTo(email))[0]!.raw).toContain('Own &amp; Co');
  expect(await whoIs(first!)).toMatchObject({ customer_id: own.id, role: 'owner' });
  expect(await whoIs(second!)).toMatchObject({ customer_id: team.id, role: 'billing_manager' });
  await ask(email, { customer_id: team.id });
  const [only, ...others] = codesIn((await messagesTo(email)).at(-1)!.text);
  expect(others).toEqual([]);
  expect(await whoIs(only!)).toMatchObject({ customer_id: team.id });
  await shop.settled();
  expect((await shop.seller('GET', `/v1/customers/${team.id}`)).body.email_verified).toBe(false);
});

test('a code goes only to the address as its customer has it', async () => {
  const number = ++count;
  const [victim, attacker] = [`kate-${number}@example.com`, `\u212Aate-${number}@example.com`];
  const { id } = await shop.create('/v1/customers/', { email: victim });
  const team = await shop.create('/v1/customers/', { type: 'team', owner: { email: attacker } });
  await ask(attacker);
  const [code, ...others] = codesIn((await messagesTo(victim)).at(-1)!.text);
  expect(others).toEqual([]);
  expect(await whoIs(code!)).toMatchObject({ customer_id: id });
  const toAttacker =
    (await mailbox.messages()).at(-1)!.to === victim ? (await mailbox.messages()).at(-2)! : (await mailbox.messages()).at(-1)!;
  const [own, ...more] = codesIn(toAttacker.text);
  expect(more).toEqual([]);
  expect(await whoIs(own!)).toMatchObject({ customer_id: team.id });
});

test('a team without members is reached at its own address', async () => {
  const email = newAddress();
  const team = await shop.create('/v1/customers/', { type: 'team', email, owner: { email: newAddress() } });
  const [code] = await codesFor(email);
  expect(await whoIs(code!)).toMatchObject({ type: 'customer', customer_id: team.id, member_id: null, role: null });
});

test('a code dies after five wrong tries, and says nothing of it', async () => {
  const email = newAddress();
  await shop.create('/v1/customers/', { email });
  const [code] = await codesFor(email);
  const wrong = code!.slice(0, -1) + (code!.endsWith('0') ? '1' : '0');
  for (const _ of [1, 2, 3, 4, 5]) expect(await authenticate(wrong)).toEqual(refused);
  expect(await authenticate(code!)).toEqual(refused);
});

test('a code that was tried wrongly four times still works', async () => {
  const email = newAddress();
  await shop.create('/v1/customers/', { email });
  const [code] = await codesFor(email);
  const wrong = code!.slice(0, -1) + (code!.endsWith('0') ? '1' : '0');
  for (const _ of [1, 2, 3, 4]) expect(await authenticate(wrong)).toEqual(refused);
  expect((await authenticate(code!))[0]).toBe(200);
});

test('a code is worth nothing after half an hour, or when its customer or member is gone', async () => {
  const [late, left, gone] = [newAddress(), newAddress(), newAddress()];
  await shop.create('/v1/customers/', { email: late });
  const { id } = await shop.create('/v1/customers/', { email: gone });
  const team = await shop.create('/v1/customers/', { type: 'team', owner: { email: newAddress() } });
  const member = await shop.create(`/v1/customers/${team.id}/members`, { email: left });
  const codes = [(await codesFor(late))[0]!, (await codesFor(left))[0]!, (await codesFor(gone))[0]!];
  await sql(`update customer_portal.sign_in_codes set expires_at = now() where email_key = ?`, [late]);
  await shop.seller('DELETE', `/v1/customers/${team.id}/members/${member.id}`);
  await shop.seller('DELETE', `/v1/customers/${id}`);
  for (const code of codes) expect(await authenticate(code)).toEqual(refused);
});

test('who asked half an hour ago is sent no code any more', async () => {
  const email = newAddress();
  await shop.create('/v1/customers/', { email });
  await ask(email);
  const again = async (ago: string) => {
    await sql(`update customer_portal.sign_ins set requested_at = now() - ?::interval where email_key = ?`, [ago, email]);
    await sql(
      `insert into platform.outbox (name, payload, organization_id, aggregate_id, occurred_at)
       select 'sign_in.requested', '{}', organization_id, id, now() from customer_portal.sign_ins where email_key = ?`,
      [email],
    );
    await shop.settled();
    return (await messagesTo(email)).length;
  };
  expect(await again('29 minutes')).toBe(2);
  expect(await again('31 minutes')).toBe(2);
});

test('of many who use a code at once one gets in', async () => {
  const email = newAddress();
  await shop.create('/v1/customers/', { email });
  const [code] = await codesFor(email);
  const answers = await Promise.all(Array.from({ length: 10 }, () => authenticate(code!)));
  expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
});

test('who asks again and again gets five messages', async () => {
  const email = newAddress();
  await shop.create('/v1/customers/', { email });
  for (const _ of [1, 2, 3, 4, 5, 6, 7]) expect((await ask(email)).status).toBe(202);
  expect(await messagesTo(email)).toHaveLength(5);
});

test('no code is anywhere but in the message', async () => {
  const email = newAddress();
  await shop.create('/v1/customers/', { email });
  const [code] = await codesFor(email);
  const kept = JSON.stringify([
    await sql('select * from platform.outbox'),
    await sql(`select id, selector, encode(digest, 'escape') from customer_portal.sign_in_codes`),
    await sql('select * from customer_portal.sign_ins'),
  ]);
  expect(kept).not.toContain(code!);
  expect(kept).not.toContain(code!.replace('-', ''));
  const [outbox] = await sql(`select jsonb_agg(payload)::text as payloads from platform.outbox where name like 'sign_in.%'`);
  expect(outbox!['payloads']).not.toContain('@');
});

test.each([
  ['request', {}, ['body.email', 'body.organization_id']],
  ['request', { email: 'x', organization_id: 'x', customer_id: 5 }, ['body.email', 'body.organization_id', 'body.customer_id']],
  ['authenticate', {}, ['body.code']],
  ['authenticate', { code: 5 }, ['body.code']],
  ['authenticate', { code: 'x'.repeat(256) }, ['body.code']],
])('%s refuses %j', async (path, body, places) => {
  const answer = await post(path, body);
  expect([answer.status, answer.body.detail.map(({ loc }: { loc: string[] }) => loc.join('.'))]).toEqual([422, places]);
});

test.each(['', 'x', '0000-000000', 'ÄÖÜ0-000000', '0000000000000', "'; drop"])('no code is %j', async (code) => {
  expect(await authenticate(code)).toEqual(refused);
});

test('what is over is forgotten', async () => {
  const email = newAddress();
  const customer = await shop.create('/v1/customers/', { email });
  const [code] = await codesFor(email);
  const { token } = (await post('authenticate', { code: code! })).body;
  const other = await shop.create('/v1/customer-sessions/', { customer_id: customer.id });
  await shop.settled();
  await sql(`update customer_portal.sessions set expires_at = now() - interval '1 second' where id = ?`, [other.id]);
  await sql(`update customer_portal.sign_ins set requested_at = now() - interval '25 hours' where email_key = ?`, [email]);
  await shop.api.app.get(CommandBus).execute(new DeleteExpiredSessions());
  expect(await sql('select 1 from customer_portal.sessions where id = ?', [other.id])).toEqual([]);
  expect(await sql('select 1 from customer_portal.sign_ins where email_key = ?', [email])).toEqual([]);
  expect(await sql('select 1 from customer_portal.sign_in_codes where email_key = ?', [email])).toEqual([]);
  expect((await callAs(shop.api, token)('GET', `${SESSION}/user`)).status).toBe(200);
});

test('a team goes with its customer, and an individual’s owner moves with it', async () => {
  const [old, next] = [newAddress(), newAddress()];
  const customer = await shop.create('/v1/customers/', { email: old });
  await shop.seller('PATCH', `/v1/customers/${customer.id}`, { email: next });
  await shop.settled();
  const members = async () => (await shop.seller('GET', `/v1/members/?customer_id=${customer.id}`)).body.items;
  expect(await members()).toMatchObject([{ email: next, role: 'owner' }]);
  await shop.seller('DELETE', `/v1/customers/${customer.id}?anonymize=true`);
  await shop.settled();
  expect(await members()).toEqual([]);
  const rows = await sql('select * from customer_portal.members where customer_id = ?', [customer.id]);
  expect(JSON.stringify(rows)).not.toContain(next);
});
