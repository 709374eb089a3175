import { randomUUID } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { SetUserPassword } from '#identity';
import { RateLimits } from '#platform/rate-limits/composition';
import { requestActivity } from '#engine/tenancy';
import { Authenticator } from '../support/authenticator.ts';
import { callAs } from '../support/call.ts';
import { beginSignIn, ISSUER, type OpenIdApi, startOpenId } from '../support/openid.ts';
import { PlainBrowser } from '../support/plain-browser.ts';
import { addressOf, type Route, withRoutes } from '../support/routes.ts';
import { seedPortal } from '../support/seed-portal.ts';
import { seedUser, seedUserSignInCode } from '../support/seed-user.ts';
import { SimulatedProvider } from '../support/simulated-provider.ts';
import { type Company, seedCompany } from '../support/single-sign-on.ts';
import { stopClock } from '../support/stop-clock.ts';

const { jest } = import.meta;

const PASSWORD = 'correct horse battery staple';
const SIGN_IN = '/v1/users/sign-in';
const PORTAL = '/v1/customer-portal/customer-session';
/** Operations and pages with which users and customers sign in. */
const OF_SIGN_IN = /^\/(?:v1\/users\/sign-in|v1\/customer-portal\/customer-session\/|oauth2\/)/;
/** Limits of mails for an address. Whoever is refused has the codes that strangers caused to be mailed, and other ways. */
const MAILS = ['requests for codes by recipients', 'requests for codes of users by recipients'];
const QUOTAS = { SIGN_IN_PER_MINUTE: '6', SIGN_IN_PER_HOUR: '12', OPENID_PER_MINUTE: '20', OPENID_PER_HOUR: '40' };
/** More than the quotas allow: of attempts at signing in, and of any requests. */
const [TOO_MANY_ATTEMPTS, TOO_MANY_REQUESTS] = [7, 21];

interface Client {
  readonly network: string;
  readonly cookie?: string;
}

let openid: OpenIdApi;
let routes: readonly Route[];
let provider: SimulatedProvider;
let company: Company;
let application: Awaited<ReturnType<OpenIdApi['application']>>;
let user: { readonly id: string; readonly email: string };
let customer: { readonly id: string; readonly email: string };
/** The names under which something was counted. */
const counted = new Set<string>();
/** The counters for which a request was refused or slowed, with the key. */
const exceeded = new Set<string>();

beforeAll(async () => {
  jest.spyOn(requestActivity, 'isAnotherActive').mockReturnValue(false);
  const of = RateLimits.prototype.of;
  jest.spyOn(RateLimits.prototype, 'of').mockImplementation(function (this: RateLimits, quota, name) {
    const limit = of.call(this, quota, name);
    const count = limit.count.bind(limit);
    return Object.assign(Object.create(limit) as typeof limit, {
      count: async (...args: Parameters<typeof count>) => {
        counted.add(name);
        const result = await count(...args);
        if (result.retryAfter !== null) exceeded.add(name);
        return result;
      },
    });
  });
  provider = await SimulatedProvider.open();
  ({ started: openid, routes } = await withRoutes(() => startOpenId({ TRUSTED_PROXIES: '127.0.0.1', ...QUOTAS })));
  company = await seedCompany(openid.api, provider);
  application = await openid.application();
  user = await seedUser(openid.api);
  await openid.api.app.get(CommandBus).execute(new SetUserPassword(user, PASSWORD));
  const email = `customer-${randomUUID()}@example.com`;
  customer = (await callAs(openid.api, company.seller.oat)('POST', '/v1/customers/', { email })).body;
});
afterAll(async () => {
  jest.restoreAllMocks();
  await openid.close();
  await provider.close();
});

let networks = 0;
const newNetwork = (): string => `198.51.${100 + (++networks >> 8)}.${networks & 255}`;

async function post(url: string, body: object, { network, cookie }: Client) {
  const headers = { 'content-type': 'application/json', ...(cookie === undefined ? {} : { cookie }) };
  const sent = { method: 'POST', url, payload: JSON.stringify(body), headers, remoteAddress: network } as const;
  const { statusCode: status, body: text, headers: answered } = await openid.api.app.inject(sent);
  const device = [answered['set-cookie'] ?? []].flat().find((each) => each.startsWith('latchkey_device='));
  return { status, body: text === '' ? undefined : JSON.parse(text), device: device?.split(';')[0] };
}

/** A browser in a network. */
const browserIn = (network: string): PlainBrowser =>
  new PlainBrowser({
    fetch: (url, init = {}) => {
      const headers = { ...(init.headers as Record<string, string>), 'x-forwarded-for': network };
      return openid.fetch(url, { ...init, headers });
    },
  });

/** Opens the page on which users sign in for an application. */
async function openPage(browser: PlainBrowser): Promise<PlainBrowser> {
  await browser.open((await beginSignIn(application, { prompt: 'login' })).url);
  return browser;
}

/** The status of the page; both pages if a form is refused. */
const shownAfter = async (browser: PlainBrowser, ...[step, filled]: Parameters<PlainBrowser['press']>): Promise<unknown> => {
  const { text: before } = browser.shown;
  await browser.press(step, filled);
  const { status, text } = browser.shown;
  return status === 400 ? [before, text] : status;
};

/** What strangers do about the user, the organization and the customer, each time in a new network. */
const attempts = (): Record<string, (client: Client) => Promise<unknown>> => {
  const email = user.email;
  const passkey = new Authenticator(ISSUER).get('unknown');
  const onPage =
    (step: string, filled: Record<string, string> = { email }) =>
    async ({ network }: Client) =>
      shownAfter(await openPage(browserIn(network)), step, filled);
  return {
    'request a code': (client) => post(`${SIGN_IN}/request`, { email }, client),
    'try a code': (client) => post(`${SIGN_IN}/authenticate`, { email, code: 'AAAA-AAAAAA' }, client),
    'ask for options': (client) => post(`${SIGN_IN}/passkey-options`, {}, client),
    'try a passkey': (client) => post(`${SIGN_IN}/authenticate`, { passkey }, client),
    'try a second factor': (client) => post(`${SIGN_IN}/second-factor`, { token: 'unknown', code: '000000' }, client),
    'begin single sign-on by e-mail': (client) => post(`${SIGN_IN}/single-sign-on`, { email: company.person().email }, client),
    'begin single sign-on by slug': (client) =>
      post(`${SIGN_IN}/single-sign-on`, { slug: company.seller.organization.slug }, client),
    'try single sign-on': (client) =>
      post(`${SIGN_IN}/single-sign-on/authenticate`, { code: 'unknown', state: 'unknown' }, client),
    'request a code of a customer': (client) =>
      post(`${PORTAL}/request`, { email: customer.email, organization_id: company.seller.organization.id }, client),
    'try a code of a customer': (client) => post(`${PORTAL}/authenticate`, { code: 'AAAA-AAAAAA' }, client),
    'request a code on a page': onPage('request'),
    'try a code on a page': async ({ network }) => {
      const browser = await openPage(browserIn(network));
      return browser.send(new URL(browser.shown.url).pathname, { ...browser.fields(), email, step: 'code', code: 'AAAA-AAAAAA' });
    },
    'ask for a passkey on a page': onPage('ask-passkey', {}),
    'begin single sign-on on a page': onPage('ask-single-sign-on', { email: company.person().email }),
  };
};

/** Signs in by a code, so that the device is known afterwards. */
async function knownDevices(): Promise<{ readonly ofUser: string; readonly ofCustomer: string; readonly browser: PlainBrowser }> {
  const network = newNetwork();
  const signedIn = await post(
    `${SIGN_IN}/authenticate`,
    { email: user.email, code: await seedUserSignInCode(openid.api, user) },
    { network },
  );
  const { sign_in_code: code } = await seedPortal(openid.api, company.seller, customer.id);
  const inPortal = await post(`${PORTAL}/authenticate`, { code }, { network });
  const browser = await openPage(browserIn(shared));
  await browser.press('request', { email: user.email });
  await browser.press('code', { code: await seedUserSignInCode(openid.api, user) });
  expect(browser.cookie('latchkey_device')).toBeDefined();
  // An application that demands a sign-in gets one of the same second as its demand.
  const older = `update identity.user_sessions set authenticated_at = authenticated_at - interval '1 minute' where user_id = ?`;
  await openid.api.app.get(EntityManager).fork().execute(older, [user.id]);
  return { ofUser: signedIn.device!, ofCustomer: inPortal.device!, browser };
}

/** The network in which the known devices are: strangers are there, too. */
const shared = '203.0.113.1';

describe('when strangers have exceeded every limit that they can', () => {
  let known: Awaited<ReturnType<typeof knownDevices>>;
  const unknown = (): Client => ({ network: newNetwork() });
  const limited = (): Route[] => routes.filter(({ url, config }) => OF_SIGN_IN.test(url) && config.limit !== undefined);
  beforeAll(async () => {
    known = await knownDevices();
    // They do it within a minute, however long that takes.
    const clock = stopClock(openid.api);
    for (const attempt of Object.values(attempts())) {
      for (let time = 0; time < TOO_MANY_ATTEMPTS; time++) await attempt({ network: newNetwork() });
    }
    for (const route of limited()) {
      for (let time = 0; time < TOO_MANY_REQUESTS; time++) {
        const sent = { method: route.method as 'POST', url: addressOf(route), remoteAddress: shared };
        await openid.api.app.inject(sent);
      }
    }
    clock[Symbol.dispose]();
  });

  test('the limits of all operations and pages of sign-in are among them', () => {
    expect(limited().length).toBeGreaterThan(20);
    const names = new Set(limited().map(({ config }) => `${config.limit} by clients`));
    expect([...names].filter((name) => !exceeded.has(name))).toEqual([]);
  });

  test('none but the limits of mails counts what it refuses by anything but the network or the device', () => {
    expect([...counted].filter((name) => name.endsWith(' by recipients')).sort()).toEqual(MAILS);
    expect(MAILS.filter((name) => !exceeded.has(name))).toEqual([]);
    const others = [...counted].filter((name) => !/ by (?:clients|known devices|recipients|subjects)$/.test(name));
    expect(others).toEqual([]);
    expect(exceeded).toContain('sign-ins of users by subjects');
  });

  test('a known device of a user gets in, by every way, from the same network', async () => {
    const device = { network: shared, cookie: known.ofUser };
    const { email } = user;
    const code = await seedUserSignInCode(openid.api, user);
    const statuses = [
      await post(`${SIGN_IN}/request`, { email }, device),
      await post(`${SIGN_IN}/authenticate`, { email, code }, device),
      await post(`${SIGN_IN}/authenticate`, { email, password: PASSWORD }, device),
      await post(`${SIGN_IN}/passkey-options`, {}, device),
      await post(`${SIGN_IN}/single-sign-on`, { email: company.person().email }, device),
      await post(`${SIGN_IN}/single-sign-on`, { slug: company.seller.organization.slug }, device),
    ].map(({ status }) => status);
    expect(statuses).toEqual([202, 200, 200, 200, 200, 200]);
    expect((await post(`${SIGN_IN}/second-factor`, { token: 'unknown', code: '000000' }, device)).status).toBe(401);
  });

  test('a known device of a user gets in on the pages, from the same network', async () => {
    const { browser } = known;
    expect(await shownAfter(await openPage(browser), 'ask-passkey')).toBe(200);
    expect(await shownAfter(await openPage(browser), 'ask-single-sign-on', { email: company.person().email })).toBe(200);
    expect(await shownAfter(await openPage(browser), 'request', { email: user.email })).toBe(200);
    await browser.press('code', { code: await seedUserSignInCode(openid.api, user) });
    expect(browser.shown.text).toContain(`You are signed in as ${user.email}`);
    await browser.open(`${ISSUER}/oauth2/device`);
    await browser.send('/oauth2/device', { ...browser.fields(), user_code: 'BBBB-BBBB' });
    expect([browser.shown.status, browser.shown.text]).toEqual([200, expect.stringContaining('This code is not valid')]);
  });

  test('a known device of a customer gets in, from the same network', async () => {
    const device = { network: shared, cookie: known.ofCustomer };
    const body = { email: customer.email, organization_id: company.seller.organization.id };
    const { sign_in_code: code } = await seedPortal(openid.api, company.seller, customer.id);
    expect((await post(`${PORTAL}/request`, body, device)).status).toBe(202);
    expect((await post(`${PORTAL}/authenticate`, { code }, device)).status).toBe(200);
  });

  test('an unknown device gets in by a password, by a code that was mailed, and by single sign-on', async () => {
    const { email } = user;
    const code = await seedUserSignInCode(openid.api, user);
    expect((await post(`${SIGN_IN}/request`, { email }, unknown())).status).toBe(429);
    const signIns = [
      await post(`${SIGN_IN}/authenticate`, { email, password: PASSWORD }, unknown()),
      await post(`${SIGN_IN}/authenticate`, { email, code }, unknown()),
      await post(`${SIGN_IN}/single-sign-on`, { slug: company.seller.organization.slug }, unknown()),
      await post(`${SIGN_IN}/single-sign-on`, { email: company.person().email }, unknown()),
    ];
    expect(signIns.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test('an unknown device gets in on the pages', async () => {
    const byPassword = await openPage(browserIn(newNetwork()));
    await byPassword.press('ask-password', { email: user.email });
    await byPassword.press('password', { password: PASSWORD });
    expect(byPassword.shown.text).toContain(`You are signed in as ${user.email}`);
    const bySingleSignOn = await openPage(browserIn(newNetwork()));
    expect(await shownAfter(bySingleSignOn, 'ask-single-sign-on', { email: company.person().email })).toBe(200);
  });

  test('a customer gets in on an unknown device by a code that was mailed', async () => {
    const { sign_in_code: code } = await seedPortal(openid.api, company.seller, customer.id);
    expect((await post(`${PORTAL}/authenticate`, { code }, unknown())).status).toBe(200);
  });
});
