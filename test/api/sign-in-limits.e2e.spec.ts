import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { requestActivity } from '#engine/tenancy';
import { startApi, type TestApi } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { seedPortal } from '../support/seed-portal.ts';
import { stopClock, type StoppedClock } from '../support/stop-clock.ts';

const REQUEST = '/v1/customer-portal/customer-session/request';
const AUTHENTICATE = '/v1/customer-portal/customer-session/authenticate';
const POLICY = '"minute";q=6;w=60, "hour";q=12;w=3600';

let api: TestApi;
let contract: Contract;
let seller: SeededOrganization;
let clock: StoppedClock;
beforeAll(async () => {
  // Otherwise refusals wait for a second; slow-refusals.spec.ts tests that.
  import.meta.jest.spyOn(requestActivity, 'isAnotherActive').mockReturnValue(false);
  api = await startApi({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' });
  contract = Contract.of(api);
  seller = await seedOrganization(api);
});
afterAll(() => api.close());
beforeEach(() => void (clock = stopClock(api)));
afterEach(() => clock[Symbol.dispose]());

let count = 0;
/** A client address not used before. */
const uniqueClient = (): string => `198.51.${100 + (++count >> 8)}.${count & 255}`;
const uniqueAddress = (): string => `visitor-${++count}@example.com`;

/** Sends a request as this client, and checks the response against the document. */
async function ask(url: string, from: string, body: object, headers: object = {}, to = api) {
  const answer = await to.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
    remoteAddress: from,
  });
  const { statusCode: status, body: text } = answer;
  const heard = { status, text, body: text === '' ? undefined : JSON.parse(text), headers: answer.headers };
  expect(contract.violations(`POST ${url}`, heard)).toEqual([]);
  return heard;
}
const authenticate = (from: string, headers: object = {}) => ask(AUTHENTICATE, from, { code: 'AAAA-AAAAAA' }, headers);
const request = (from: string, email = uniqueAddress(), organization_id = seller.organization.id) =>
  ask(REQUEST, from, { email, organization_id });

async function statusesOf(times: number, asked: (time: number) => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 1; time <= times; time++) statuses.push((await asked(time)).status);
  return statuses;
}

test('blocks a client after too many codes, with Retry-After', async () => {
  const client = uniqueClient();
  const [first, second] = [await authenticate(client), await authenticate(client)];
  expect([first.status, first.headers['ratelimit-policy'], first.headers['ratelimit']]).toEqual([
    401,
    POLICY,
    '"minute";r=5;t=60, "hour";r=11;t=3600',
  ]);
  expect(second.headers['ratelimit']).toBe('"minute";r=4;t=60, "hour";r=10;t=3600');
  expect(await statusesOf(4, () => authenticate(client))).toEqual([401, 401, 401, 401]);
  const refused = await authenticate(client);
  expect([refused.status, refused.body]).toEqual([
    429,
    { error: 'TooManyRequests', detail: 'Too many requests. Try again in 900 seconds.' },
  ]);
  expect(refused.headers).toMatchObject({
    'retry-after': '900',
    'ratelimit-policy': POLICY,
    ratelimit: '"minute";r=0;t=900, "hour";r=0;t=900',
    'cache-control': 'private, no-store',
    'access-control-expose-headers': expect.stringMatching(/RateLimit, RateLimit-Policy, Retry-After/),
  });
});

test('counts requests for codes and attempts separately, per client', async () => {
  const client = uniqueClient();
  expect(await statusesOf(7, () => request(client))).toEqual([202, 202, 202, 202, 202, 202, 429]);
  expect(await statusesOf(7, () => authenticate(client))).toEqual([401, 401, 401, 401, 401, 401, 429]);
  expect((await authenticate(uniqueClient())).status).toBe(401);
});

test('counts invalid requests, too, with any credentials', async () => {
  const client = uniqueClient();
  const attempts = [() => ask(AUTHENTICATE, client, {}), () => authenticate(client, { authorization: `Bearer ${seller.oat}` })];
  expect(await statusesOf(7, (time) => attempts[time % 2]!())).toEqual([401, 422, 401, 422, 401, 422, 429]);
  const requests = [() => ask(REQUEST, client, { email: 'nobody' }), () => request(client)];
  expect(await statusesOf(7, (time) => requests[time % 2]!())).toEqual([202, 422, 202, 422, 202, 422, 429]);
});

test('limits requests per e-mail address of an organization, across clients', async () => {
  const [email, organization_id] = [uniqueAddress(), seller.organization.id];
  expect(await statusesOf(6, () => request(uniqueClient(), email))).toEqual([202, 202, 202, 202, 202, 202]);
  const refused = await request(uniqueClient(), email.toUpperCase());
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '900']);
  expect((await request(uniqueClient(), uniqueAddress())).status).toBe(202);
  expect((await ask(REQUEST, uniqueClient(), { email, organization_id: randomUUID() })).status).toBe(202);
  expect((await ask(REQUEST, uniqueClient(), { email, organization_id, customer_id: randomUUID() })).status).toBe(429);
});

test('reports the tighter limit of client and e-mail address', async () => {
  const [client, email] = [uniqueClient(), uniqueAddress()];
  await statusesOf(3, () => request(client));
  expect((await request(client, email)).headers['ratelimit']).toMatch(/"minute";r=2;/);
  await request(uniqueClient(), email);
  expect((await request(uniqueClient(), email)).headers['ratelimit']).toMatch(/"minute";r=3;/);
});

test('a blocked client does not count against the e-mail address', async () => {
  const [client, email] = [uniqueClient(), uniqueAddress()];
  await statusesOf(7, () => request(client));
  expect(await statusesOf(10, () => request(client, email))).toEqual(Array.from({ length: 10 }, () => 429));
  expect(await statusesOf(6, () => request(uniqueClient(), email))).toEqual([202, 202, 202, 202, 202, 202]);
});

test('limits attempts to merge by code in the same way, before it is known whose session it is', async () => {
  const client = uniqueClient();
  const merge = () => ask('/v1/customer-portal/customers/me/merge', client, { code: 'AAAA-AAAAAA' });
  expect(await statusesOf(7, merge)).toEqual([401, 401, 401, 401, 401, 401, 429]);
  expect((await authenticate(client)).headers['ratelimit']).toMatch(/"minute";r=5;/);
});

test('counts an IPv6 network as one client', async () => {
  const from = (host: number) => `2001:db8:7:99:${host}::1`;
  expect(await statusesOf(7, (host) => authenticate(from(host)))).toEqual([401, 401, 401, 401, 401, 401, 429]);
  expect((await authenticate('2001:db8:7:98::1')).status).toBe(401);
});

describe('a device on which somebody signed in before', () => {
  /** Signs in as a new customer, and returns its address and the cookie. */
  async function signedIn(from = uniqueClient(), headers: object = {}) {
    const email = uniqueAddress();
    const { id } = (await callAs(api, seller.oat)('POST', '/v1/customers/', { email })).body;
    const { sign_in_code: code } = await seedPortal(api, seller, id);
    const answer = await ask(AUTHENTICATE, from, { code }, headers);
    expect(answer.status).toBe(200);
    const cookie = String(answer.headers['set-cookie']);
    return { email, cookie, headers: { cookie: `theme=dark; ${cookie.split(';')[0]}` } };
  }
  const requestFrom = (from: string, email: string, headers: object) =>
    ask(REQUEST, from, { email, organization_id: seller.organization.id }, headers);

  test('gets a cookie that only the operations of signing in receive', async () => {
    const { cookie } = await signedIn();
    expect(cookie).toMatch(
      /^latchkey_device=[\w-]{22}\.\w+\.[\w-]{43}; Path=\/v1\/customer-portal\/customer-session; Max-Age=15552000; HttpOnly; SameSite=Lax$/,
    );
  });

  test('is not locked out by two addresses and seven requests of strangers', async () => {
    const { email, headers } = await signedIn();
    const strangers = [uniqueClient(), uniqueClient()];
    expect(await statusesOf(7, (time) => request(strangers[time % 2]!, email))).toEqual([202, 202, 202, 202, 202, 202, 429]);
    const own = uniqueClient();
    expect((await request(own, email)).status).toBe(429);
    expect((await requestFrom(own, email, headers)).status).toBe(202);
  });

  test('is not locked out by others in its network', async () => {
    const client = uniqueClient();
    const { email, headers } = await signedIn();
    await statusesOf(7, () => request(client));
    await statusesOf(7, () => authenticate(client));
    expect((await requestFrom(client, email, headers)).status).toBe(202);
    expect((await authenticate(client, headers)).status).toBe(401);
  });

  test('is limited by itself, wherever it is', async () => {
    const { email, headers } = await signedIn();
    expect(await statusesOf(7, () => requestFrom(uniqueClient(), email, headers))).toEqual([202, 202, 202, 202, 202, 202, 429]);
    expect((await request(uniqueClient(), email)).status).toBe(202);
    expect(await statusesOf(7, () => authenticate(uniqueClient(), headers))).toEqual([401, 401, 401, 401, 401, 401, 429]);
  });

  test('is a stranger to other addresses', async () => {
    const { headers } = await signedIn();
    const email = uniqueAddress();
    expect(await statusesOf(7, () => requestFrom(uniqueClient(), email, headers))).toEqual([202, 202, 202, 202, 202, 202, 429]);
  });

  test.each([
    ['a forged signature', (value: string) => `${value.slice(0, -3)}${value.endsWith('AAA') ? 'BBB' : 'AAA'}`],
    ['another address', (value: string) => `${'A'.repeat(22)}${value.slice(22)}`],
    ['a later expiry', (value: string) => value.replace(/\.\w+\./, '.zzzzzzz.')],
    ['nothing', () => ''],
  ])('is not believed with %s', async (_what, forge) => {
    const { email, headers } = await signedIn();
    const forged = { cookie: headers.cookie.replace(/(?<=latchkey_device=).*/, forge) };
    const client = uniqueClient();
    await statusesOf(6, () => request(uniqueClient(), email));
    expect((await requestFrom(client, email, forged)).status).toBe(429);
    expect((await requestFrom(client, email, headers)).status).toBe(202);
  });

  test('is believed until the cookie expires', async () => {
    const { email, headers } = await signedIn();
    await statusesOf(6, () => request(uniqueClient(), email));
    clock.pass(179);
    await statusesOf(6, () => request(uniqueClient(), email));
    expect((await requestFrom(uniqueClient(), email, headers)).status).toBe(202);
    clock.pass(2);
    await statusesOf(6, () => request(uniqueClient(), email));
    expect((await requestFrom(uniqueClient(), email, headers)).status).toBe(429);
  });
});

describe('behind a proxy', () => {
  const through = (proxy: string, forwarded: string) => authenticate(proxy, { 'x-forwarded-for': forwarded });

  test('that is trusted, counts the forwarded client and ignores addresses that clients add', async () => {
    const client = uniqueClient();
    expect(await statusesOf(7, (time) => through('10.1.2.3', `203.0.113.${time}, ${client}`))).toEqual([
      401, 401, 401, 401, 401, 401, 429,
    ]);
    expect((await through('127.0.0.1', `${client}, 10.9.9.9`)).status).toBe(429);
    expect((await through('127.0.0.1', uniqueClient())).status).toBe(401);
  });

  test('that is trusted, counts a client with any port as the same', async () => {
    const client = uniqueClient();
    const asked = (time: number) =>
      through('10.1.2.3', time % 2 ? `${client}:${4000 + time}` : `${client}, 10.9.9.9:${4000 + time}`);
    expect(await statusesOf(7, asked)).toEqual([401, 401, 401, 401, 401, 401, 429]);
    const ipv6 = (time: number) => through('10.1.2.3', `[2001:db8:7:77::1]:${4000 + time}`);
    expect(await statusesOf(7, ipv6)).toEqual([401, 401, 401, 401, 401, 401, 429]);
  });

  test('that is not trusted, counts the proxy itself and logs a warning once', async () => {
    const log = import.meta.jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const proxy = uniqueClient();
    expect(await statusesOf(7, () => through(proxy, uniqueClient()))).toEqual([401, 401, 401, 401, 401, 401, 429]);
    expect(log.mock.calls).toEqual([
      [`${proxy} sends X-Forwarded-For but is not in TRUSTED_PROXIES: all requests through it are counted as one client.`],
    ]);
    log.mockRestore();
  });

  test.each(['unknown', '_hidden', '"[2001:db8::1]:4711"', 'x'.repeat(5000), ''])(
    'that sends %.30s, requests still succeed',
    async (said) => {
      expect((await through('10.1.2.3', said)).status).toBe(401);
    },
  );
});

test('limit and period are configurable', async () => {
  const strict = await startApi({ SIGN_IN_PER_MINUTE: '2', SIGN_IN_PER_HOUR: '1', SIGN_IN_BLOCK_SECONDS: '5' });
  const tried = () => ask(AUTHENTICATE, '192.0.2.1', { code: 'AAAA-AAAAAA' }, {}, strict);
  expect((await tried()).headers['ratelimit-policy']).toBe('"minute";q=2;w=60, "hour";q=1;w=3600');
  expect((await tried()).headers).toMatchObject({ 'retry-after': '5' });
  await strict.close();
});
