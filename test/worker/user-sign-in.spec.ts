import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { DeleteExpiredSignIns } from '#identity';
import { EndUserSession, FindUserSession, RequestSignIn, SignIn } from '#identity/contract';
import { SetUserBlocked } from '#organizations';
import { NO_SIGN_IN_LIMITS } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { databaseWrites } from '../support/database-writes.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';
import { seedUser } from '../support/seed-user.ts';

const CLIENT = { userAgent: 'test', address: '203.0.113.7' };
const FAILED = [401, { error: 'SignInFailed', detail: 'The credentials are wrong, or have expired.' }];

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

const post = (path: string, body: object) => callAs(fixture.api)('POST', `/v1/users/sign-in/${path}`, body);
const messagesTo = async (email: string) => (await mailbox.messages()).filter(({ to }) => to === email.toLowerCase());
const codeIn = (text = ''): string => /\b[0-9A-Z]{4}-[0-9A-Z]{6}\b/.exec(text)?.[0] ?? '';
const sql = (text: string, values: unknown[] = []) => fixture.api.app.get(EntityManager).fork().execute(text, values);

async function codeFor(email: string): Promise<string> {
  expect((await post('request', { email })).status).toBe(202);
  await fixture.settled();
  return codeIn((await messagesTo(email)).at(-1)?.text);
}
const authenticate = async (email: string, code: string) => {
  const { status, body } = await post('authenticate', { email, code });
  return [status, body];
};

test('a code that was sent to the address of a user signs in once, whatever the case of the address', async () => {
  const user = await seedUser(fixture.api);
  const code = await codeFor(user.email.toUpperCase());
  const [message, ...others] = await messagesTo(user.email);
  expect(others).toEqual([]);
  expect(message).toMatchObject({ from: 'Latchkey <latchkey@localhost>', subject: 'Your sign-in code' });
  const [status, body] = await authenticate(user.email.toUpperCase(), ` ${code.toLowerCase().replace('-', ' ')} `);
  expect([status, body.second_factor]).toEqual([200, null]);
  expect(body.session).toMatchObject({
    user_id: user.id,
    email: user.email,
    token: expect.stringMatching(/^latchkey_us_\w{49}$/),
  });
  expect(await authenticate(user.email, code)).toEqual(FAILED);
});

test('nobody without an account gets mail, and the responses do not tell', async () => {
  const blocked = await seedUser(fixture.api);
  await fixture.api.app.get(CommandBus).execute(new SetUserBlocked({ id: blocked.id }, true));
  for (const email of ['nobody@example.com', blocked.email]) {
    expect(await codeFor(email)).toBe('');
    expect(await authenticate(email, 'AAAA-AAAAAA')).toEqual(FAILED);
    const { status, body } = await post('authenticate', { email, password: 'not the password' });
    expect([status, body]).toEqual(FAILED);
  }
});

test('a code works for its own address, and a wrong one uses up an attempt', async () => {
  const [user, other] = [await seedUser(fixture.api), await seedUser(fixture.api)];
  const code = await codeFor(user.email);
  expect(await authenticate(other.email, code)).toEqual(FAILED);
  const wrong = `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`;
  for (let tries = 0; tries < 4; tries++) expect(await authenticate(user.email, wrong)).toEqual(FAILED);
  expect(await authenticate(user.email, code)).toEqual(FAILED);
});

test('a code expires after half an hour, and the next one replaces nothing but its own', async () => {
  const user = await seedUser(fixture.api);
  const [first, second] = [await codeFor(user.email), await codeFor(user.email)];
  await sql(`update identity.sign_in_codes set expires_at = now() where selector = ?`, [first.slice(0, 4)]);
  expect(await authenticate(user.email, first)).toEqual(FAILED);
  expect((await authenticate(user.email, second))[0]).toBe(200);
});

test('five requests for an address are answered with mail in half an hour', async () => {
  const user = await seedUser(fixture.api);
  for (let request = 0; request < 6; request++) await post('request', { email: user.email });
  await fixture.settled();
  expect(await messagesTo(user.email)).toHaveLength(5);
});

test('other contexts sign users in, find sessions and end them', async () => {
  const [commands, queries] = [fixture.api.app.get(CommandBus), fixture.api.app.get(QueryBus)];
  const user = await seedUser(fixture.api);
  await commands.execute(new RequestSignIn(user.email, false));
  await fixture.settled();
  const code = codeIn((await messagesTo(user.email)).at(-1)?.text);
  const outcome = await commands.execute(new SignIn({ email: user.email, code }, CLIENT));
  if (!('session' in outcome)) throw new Error('A second factor was asked for');
  const { token, session_id } = outcome.session;
  expect(await queries.execute(new FindUserSession(token))).toEqual({
    session_id,
    user_id: user.id,
    email: user.email,
    authenticated_at: expect.any(Date),
    methods: ['email_code'],
    provider_organization_id: null,
  });
  await commands.execute(new EndUserSession(token));
  expect(await queries.execute(new FindUserSession(token))).toBeNull();
  expect(await queries.execute(new FindUserSession('latchkey_us_unknown'))).toBeNull();
});

test('a new session takes the place of the one that the request has, if it is of the same user', async () => {
  const [user, other] = [await seedUser(fixture.api), await seedUser(fixture.api)];
  const signIn = async (who: { email: string }, token?: string): Promise<string> => {
    const body = { email: who.email, code: await codeFor(who.email) };
    return (await callAs(fixture.api, token)('POST', '/v1/users/sign-in/authenticate', body)).body.session.token;
  };
  const isAccepted = async (token: string) => (await callAs(fixture.api, token)('GET', '/v1/user-sessions/')).status === 200;
  const [first, foreign] = [await signIn(user), await signIn(other)];
  const second = await signIn(user, first);
  expect([await isAccepted(first), await isAccepted(second)]).toEqual([false, true]);
  const third = await signIn(user, foreign);
  expect([await isAccepted(foreign), await isAccepted(third)]).toEqual([true, true]);
});

test('what has expired is deleted', async () => {
  const commands = fixture.api.app.get(CommandBus);
  await codeFor((await seedUser(fixture.api)).email);
  await commands.execute(new DeleteExpiredSignIns());
  const before = await databaseWrites(fixture.api);
  await commands.execute(new DeleteExpiredSignIns());
  expect(await databaseWrites(fixture.api)).toBe(before);
  await sql(`update identity.sign_in_requests set requested_at = now() - interval '25 hours'`);
  await sql(`update identity.user_sessions set last_used_at = now() - interval '8 days'`);
  await commands.execute(new DeleteExpiredSignIns());
  for (const table of ['sign_in_requests', 'sign_in_codes', 'user_sessions']) {
    expect([table, await sql(`select id from identity.${table}`)]).toEqual([table, []]);
  }
});
