import { startApi, type TestApi } from '../support/api.ts';
import { openSession } from '../support/portal.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { seedSeats } from '../support/seed-seats.ts';

let api: TestApi;
let ours: SeededOrganization;
let theirs: SeededOrganization;
let customerId: string;
beforeAll(async () => {
  api = await startApi();
  [ours, theirs] = [await seedOrganization(api), await seedOrganization(api)];
  customerId = (await seedCustomer(api, ours.organization.id)).id;
});
afterAll(() => api.close());

type Headers = Record<string, string>;
const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' };
const baseOf = ({ organization }: SeededOrganization): string => `/portal/${organization.slug}`;
const ME = '/api/v1/customer-portal/customers/me';
const CLAIM = '/api/v1/customer-seats/claim';

const get = (url: string, headers: Headers = SAME_ORIGIN) => api.app.inject({ method: 'GET', url, headers });
const post = (url: string, payload: object, headers: Headers = SAME_ORIGIN) =>
  api.app.inject({ method: 'POST', url, payload, headers });
const cookieIn = (header: unknown): string => String([header].flat()[0]).split(';')[0]!;

/** Claims a seat on the pages of a seller, which begins a session. */
async function claim(of: SeededOrganization, on = of, headers: Headers = SAME_ORIGIN) {
  const { invite } = await seedSeats(api, of, 2);
  const { invitation_token } = await invite();
  return post(baseOf(on) + CLAIM, { invitation_token }, headers);
}

test('the token of a new session is in a cookie that no script can read, and not in the response', async () => {
  const { statusCode, headers, body } = await claim(ours);
  expect([statusCode, JSON.parse(body).customer_session_token]).toEqual([200, '']);
  const base = baseOf(ours);
  expect(String(headers['set-cookie'])).toMatch(
    new RegExp(`^latchkey_session=latchkey_mst_[\\w-]+\\.[\\w-]{43}; Path=${base}/api; HttpOnly; SameSite=Strict$`),
  );
  expect(headers['access-control-allow-origin']).toBeUndefined();
  expect((await get(base + ME, { ...SAME_ORIGIN, cookie: cookieIn(headers['set-cookie']) })).statusCode).toBe(200);
});

test.each(['cross-site', 'same-site', 'none', undefined])('requests that a browser calls %s are not passed on', async (site) => {
  const { headers } = await claim(ours);
  const cookie = cookieIn(headers['set-cookie']);
  const from = { cookie, ...(site ? { 'sec-fetch-site': site } : {}) };
  const refused = await get(baseOf(ours) + ME, from);
  expect([refused.statusCode, refused.json().error]).toEqual([403, 'NotPermitted']);
  const begun = await claim(ours, ours, site ? { 'sec-fetch-site': site } : {});
  expect([begun.statusCode, begun.headers['set-cookie']]).toEqual([403, undefined]);
});

test('a session of one seller is of no use on the pages of another, and no session begins there', async () => {
  const begun = await claim(ours, theirs);
  expect([begun.statusCode, begun.headers['set-cookie']]).toEqual([401, undefined]);
  expect(begun.body).not.toContain('latchkey_mst_');
  const cookie = cookieIn((await claim(ours)).headers['set-cookie']);
  expect((await get(baseOf(theirs) + ME, { ...SAME_ORIGIN, cookie })).statusCode).toBe(401);
  expect((await get(`/console${ME}`, { ...SAME_ORIGIN, cookie })).statusCode).toBe(401);
});

test('a cookie that was changed, and tokens of other kinds, are no sessions', async () => {
  const cookie = cookieIn((await claim(ours)).headers['set-cookie']);
  const changed = cookie.replace(/\.[\w-]/, (start) => (start === '.A' ? '.B' : '.A'));
  for (const forged of [changed, `latchkey_session=${ours.oat}.${'A'.repeat(43)}`, 'latchkey_session=']) {
    expect((await get(baseOf(ours) + ME, { ...SAME_ORIGIN, cookie: forged })).statusCode).toBe(401);
  }
  const { token } = await openSession(api, ours, customerId);
  const authorization = { ...SAME_ORIGIN, authorization: `Bearer ${token}` };
  expect((await get(baseOf(ours) + ME, authorization)).statusCode).toBe(401);
});

test('sign-out ends the session on the server and removes the cookie', async () => {
  const cookie = cookieIn((await claim(ours)).headers['set-cookie']);
  const headers = { ...SAME_ORIGIN, cookie };
  const url = `${baseOf(ours)}/api/v1/customer-portal/customer-session`;
  const ended = await api.app.inject({ method: 'DELETE', url, headers });
  expect([ended.statusCode, String(ended.headers['set-cookie'])]).toEqual([204, expect.stringContaining('latchkey_session=; ')]);
  expect(String(ended.headers['set-cookie'])).toContain('Max-Age=0');
  expect((await get(baseOf(ours) + ME, headers)).statusCode).toBe(401);
});

test('whether somebody is signed in to the console is told to pages of the same origin alone', async () => {
  const address = '/console/api/session';
  const { headers } = await claim(ours);
  for (const cookie of ['', 'latchkey_session=latchkey_us_made-up.up', cookieIn(headers['set-cookie'])]) {
    const answer = await get(address, { ...SAME_ORIGIN, cookie });
    expect([answer.statusCode, answer.json()]).toEqual([200, { signed_in: false }]);
  }
  for (const site of ['cross-site', 'same-site', 'none']) {
    const { statusCode, headers: others } = await get(address, { 'sec-fetch-site': site });
    expect([statusCode, others['access-control-allow-origin']]).toEqual([403, undefined]);
  }
});

test('whether somebody is signed in to a portal is told to its own pages alone, and is no error', async () => {
  const cookie = cookieIn((await claim(ours)).headers['set-cookie']);
  const address = `${baseOf(ours)}/api/session`;
  for (const [url, sent, signed_in] of [
    [address, cookie, true],
    [`${baseOf(theirs)}/api/session`, cookie, false],
    [address, 'latchkey_session=latchkey_mst_made-up.up', false],
    ['/portal/nobody/api/session', '', false],
  ] as const) {
    const answer = await get(url, { ...SAME_ORIGIN, cookie: sent });
    expect([answer.statusCode, answer.json()]).toEqual([200, { signed_in }]);
  }
  expect((await get(address, { cookie, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
});

test('errors of the API arrive as they are, and keep the session', async () => {
  const cookie = cookieIn((await claim(ours)).headers['set-cookie']);
  const answer = await post(baseOf(ours) + CLAIM, { invitation_token: 'unknown' }, { ...SAME_ORIGIN, cookie });
  expect([answer.statusCode, answer.json().error, answer.headers['set-cookie']]).toEqual([
    400,
    'InvalidInvitationToken',
    undefined,
  ]);
});

test('no response below the addresses of the pages can be read by another origin, whatever it is', async () => {
  const origin = { origin: 'https://shop.example' };
  const cookie = cookieIn((await claim(ours)).headers['set-cookie']);
  const large = { 'content-type': 'application/json' };
  const addresses = ['/console', baseOf(ours), '/portal/nobody', '/%63onsole', `/portal/${'a'.repeat(200)}`];
  const targets = [
    '',
    '/',
    '/api',
    '/api/',
    '/api/v1',
    '/api/nothing',
    '/api/v1/nothing',
    ME,
    CLAIM,
    '/api/v1/users/me',
    '/api/v1/%zz',
    '/%zz',
  ];
  const answers = [];
  for (const url of addresses.flatMap((address) => targets.map((target) => address + target))) {
    for (const site of [{}, SAME_ORIGIN, { 'sec-fetch-site': 'cross-site' }]) {
      const headers = { ...origin, ...site, cookie };
      for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS', 'PUT', 'HEAD'] as const) {
        answers.push({ what: `${method} ${url}`, answer: await api.app.inject({ method, url, headers }) });
      }
      for (const payload of ['{', 'x'.repeat(300 * 1024)]) {
        const asJson = { ...headers, ...large };
        answers.push({ what: `POST ${url}`, answer: await api.app.inject({ method: 'POST', url, payload, headers: asJson }) });
      }
      const unsupported = { ...headers, 'content-type': 'text/plain', 'polar-version': 'x' };
      answers.push({
        what: `POST ${url}`,
        answer: await api.app.inject({ method: 'POST', url, payload: 'x', headers: unsupported }),
      });
    }
  }
  const readable = answers.filter(({ answer }) => Object.keys(answer.headers).some((name) => name.startsWith('access-control-')));
  expect(readable.map(({ what, answer }) => `${answer.statusCode} ${what}`)).toEqual([]);
  const statuses = new Set(answers.map(({ answer }) => answer.statusCode));
  expect([...statuses]).toEqual(expect.arrayContaining([200, 204, 401, 403, 404, 405, 413, 422]));
});

test('nor can one that says that there are too many requests', async () => {
  const url = `${baseOf(ours)}/api/v1/customer-portal/customer-session/request`;
  const answers = [];
  for (let attempt = 0; attempt < 20; attempt += 1) {
    answers.push(await post(url, { email: 'ada@example.com', organization_id: ours.organization.id }));
  }
  expect(answers.at(-1)!.statusCode).toBe(429);
  expect(answers.filter(({ headers }) => 'access-control-allow-origin' in headers)).toEqual([]);
});
