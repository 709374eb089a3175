import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { startApi, type TestApi } from '../support/api.ts';
import { accessibilityProblems } from '../support/accessibility.ts';
import { launchBrowser, listen, openPage } from '../support/browser.ts';
import { openSession } from '../support/portal.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

let api: TestApi;
let browser: Browser;
let origin: string;
let ours: SeededOrganization;
let theirs: SeededOrganization;
let customerId: string;
beforeAll(async () => {
  [api, browser] = await Promise.all([startApi(), launchBrowser()]);
  [ours, theirs] = [await seedOrganization(api), await seedOrganization(api)];
  customerId = (await seedCustomer(api, ours.organization.id)).id;
  origin = await listen(api);
});
afterAll(async () => {
  await browser.close();
  await api.close();
});

const baseOf = ({ organization }: SeededOrganization): string => `/portal/${organization.slug}`;
const get = (url: string, headers: Record<string, string> = {}) => api.app.inject({ method: 'GET', url, headers });
const tokenOf = async (): Promise<string> => (await openSession(api, ours, customerId)).token;
const ME = '/api/v1/customer-portal/customers/me';

describe('a link with a token', () => {
  const linkTo = (token: string): string => `${baseOf(ours)}?customer_session_token=${token}&email=ada%40example.com`;
  const cookieOf = (answer: { readonly headers: Record<string, unknown> }, name: string): string =>
    [answer.headers['set-cookie']]
      .flat()
      .map(String)
      .find((each) => each.startsWith(`${name}=`))
      ?.split(';')[0] ?? '';
  const use = (method: 'POST' | 'PUT', cookie: string, site = 'same-origin', of = ours) =>
    api.app.inject({ method, url: `${baseOf(of)}/api/link`, headers: { 'sec-fetch-site': site, cookie } });
  const opened = async (token?: string): Promise<string> =>
    cookieOf(await get(linkTo(token ?? (await tokenOf()))), 'latchkey_link');
  const signedInAs = async (session: string): Promise<string> =>
    (await get(`${baseOf(ours)}${ME}`, { 'sec-fetch-site': 'same-origin', cookie: session })).json<{ id: string }>().id;

  test('leads to a page at once, its token leaves the address, and nobody is signed in by it alone', async () => {
    const { statusCode, headers } = await get(linkTo(await tokenOf()));
    expect([statusCode, headers['location'], headers['referrer-policy']]).toEqual([303, `${baseOf(ours)}/link`, 'no-referrer']);
    expect(String(headers['set-cookie'])).toMatch(
      new RegExp(`^latchkey_link=[\\w.-]+; Path=${baseOf(ours)}/api; Max-Age=600; HttpOnly; SameSite=Strict$`),
    );
    const link = cookieOf({ headers }, 'latchkey_link');
    for (const cookie of [link, link.replace('latchkey_link', 'latchkey_session')]) {
      expect((await get(`${baseOf(ours)}${ME}`, { 'sec-fetch-site': 'same-origin', cookie })).statusCode).toBe(401);
    }
  });

  test('is used by its page: for nobody, and for the same customer', async () => {
    const first = await use('POST', await opened());
    expect([first.statusCode, first.headers['access-control-allow-origin']]).toEqual([204, undefined]);
    expect(first.headers['set-cookie']).toEqual([
      expect.stringMatching(/^latchkey_session=[\w.-]+; Path=\S+; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(/^latchkey_link=; Path=\S+; Max-Age=0; HttpOnly; SameSite=Strict$/),
    ]);
    const session = cookieOf(first, 'latchkey_session');
    expect(await signedInAs(session)).toBe(customerId);
    const again = await use('POST', `${session}; ${await opened()}`);
    expect([again.statusCode, cookieOf(again, 'latchkey_session') === session]).toEqual([204, false]);
  });

  test('asks before it signs in as another customer, or as another person of the same one', async () => {
    const other = await seedCustomer(api, ours.organization.id);
    const session = cookieOf(await use('POST', await opened()), 'latchkey_session');
    const member = await openSession(api, ours, customerId, 'member');
    for (const token of [(await openSession(api, ours, other.id)).token, member.token]) {
      const link = await opened(token);
      const asked = await use('POST', `${session}; ${link}`);
      expect([asked.statusCode, asked.headers['set-cookie'], asked.json()]).toEqual([
        409,
        undefined,
        {
          error: 'SomebodyElseSignedIn',
          detail: expect.any(String),
          signed_in: { name: null, email: expect.any(String) },
          link_for: { name: null, email: expect.any(String) },
        },
      ]);
      expect(await signedInAs(session)).toBe(customerId);
      const replaced = await use('PUT', `${session}; ${link}`);
      expect(replaced.statusCode).toBe(204);
    }
  });

  test('is used by no other site, on no other portal, and not after its session has ended', async () => {
    const link = await opened();
    for (const method of ['POST', 'PUT'] as const) {
      for (const site of ['cross-site', 'same-site', 'none']) expect((await use(method, link, site)).statusCode).toBe(403);
      expect((await use(method, link, 'same-origin', theirs)).statusCode).toBe(401);
      expect((await use(method, 'latchkey_link=x')).statusCode).toBe(401);
    }
    const { token, call } = await openSession(api, ours, customerId);
    const late = await opened(token);
    await call('DELETE', '/v1/customer-portal/customer-session');
    expect((await use('PUT', late)).statusCode).toBe(401);
  });

  test('of another seller, or of a seller, leads to sign-in', async () => {
    for (const [seller, token] of [
      [theirs, await tokenOf()],
      [ours, ours.oat],
    ] as const) {
      const { statusCode, headers } = await get(`${baseOf(seller)}?customer_session_token=${token}`);
      expect([statusCode, headers['set-cookie'], headers['location']]).toEqual([
        303,
        undefined,
        `${baseOf(seller)}/sign-in?link=expired`,
      ]);
    }
  });
});

test('documents have a policy with a nonce of their own', async () => {
  const [one, other] = [await get(baseOf(ours)), await get(baseOf(ours))];
  const policyOf = ({ headers }: typeof one): string => String(headers['content-security-policy']);
  const nonceOf = (answer: typeof one): string => /'nonce-([\w-]{24})'/.exec(policyOf(answer))![1]!;
  expect(nonceOf(one)).not.toBe(nonceOf(other));
  expect(one.body).toContain(`nonce="${nonceOf(one)}"`);
  expect(one.body).not.toContain('__NONCE__');
  expect(policyOf(one)).toMatch(/default-src 'none'.*frame-ancestors 'none'.*trusted-types 'none'/);
  for (const kind of ['script', 'style']) expect(policyOf(one)).toContain(`; ${kind}-src 'nonce-${nonceOf(one)}'; `);
  expect(one.headers['access-control-allow-origin']).toBeUndefined();
});

test('assets are compressed and kept for ever', async () => {
  const { body } = await get(baseOf(ours));
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(body)![1]!;
  const { headers, statusCode } = await get(script, { 'accept-encoding': 'br' });
  expect([statusCode, headers['content-encoding'], headers['cache-control']]).toEqual([
    200,
    'br',
    'public, max-age=31536000, immutable',
  ]);
  expect((await get('/assets/unknown.js')).statusCode).toBe(404);
});

describe('from a second origin,', () => {
  let attacker: Server;
  let attackerOrigin: string;
  beforeAll(async () => {
    attacker = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>x</title>'),
    );
    await new Promise<void>((resolve) => attacker.listen(0, 'localhost', resolve));
    attackerOrigin = `http://localhost:${(attacker.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => attacker.close(resolve)));

  /** An attack from a port beside ours, so that cookies of the same site are sent. */
  const attack = async (script: string): Promise<unknown> => {
    const { page, context } = await openPage(browser, origin);
    await page.goto(`${baseOf(ours)}?customer_session_token=${await tokenOf()}`);
    await page.getByRole('heading', { name: 'License keys', level: 1 }).waitFor();
    await page.goto(attackerOrigin);
    const result = await page.evaluate(script);
    await context.close();
    return result;
  };

  test('a link signs nobody out without being asked, and goes on when it is', async () => {
    const { page, context, problems } = await openPage(browser, origin);
    const other = await seedCustomer(api, ours.organization.id, { name: 'Mallory', email: 'mallory@example.com' });
    const link = async (id: string) =>
      `${origin}${baseOf(ours)}?customer_session_token=${(await openSession(api, ours, id)).token}`;
    const led = async (to: string): Promise<void> => {
      await page.goto(attackerOrigin);
      await page.evaluate(`location.href = '${to}'`);
    };
    await led(await link(customerId));
    await page.getByRole('heading', { name: 'License keys', level: 1 }).waitFor();
    const idInPage = () => page.evaluate<string>(`fetch('${baseOf(ours)}${ME}').then((r) => r.json()).then(({ id }) => id)`);
    await led(await link(other.id));
    await page.getByRole('heading', { name: 'Sign in as somebody else?' }).waitFor();
    await page.getByText('Mallory, mallory@example.com').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await idInPage()).toBe(customerId);
    await page.getByRole('button', { name: 'Stay signed in' }).click();
    await page.getByRole('heading', { name: 'License keys', level: 1 }).waitFor();
    expect(await idInPage()).toBe(customerId);
    await led(await link(other.id));
    await page.getByRole('button', { name: 'Use the link' }).click();
    await page.getByRole('heading', { name: 'License keys', level: 1 }).waitFor();
    expect([await idInPage(), new URL(page.url()).pathname.replace(/\/$/, '')]).toEqual([other.id, baseOf(ours)]);
    await led(`${origin}${baseOf(ours)}/link`);
    await page.getByText('This link does not work any more').waitFor();
    expect(problems.filter((each) => !each.includes(attackerOrigin))).toEqual([]);
    await context.close();
  });

  test('a script cannot read with the session', async () => {
    const url = `${origin}${baseOf(ours)}${ME}`;
    expect(await attack(`fetch('${url}', { credentials: 'include' }).then((r) => r.status, () => 'blocked')`)).toBe('blocked');
  });

  test('a script cannot change anything, even blindly', async () => {
    const url = `${origin}${baseOf(ours)}/api/v1/customer-portal/customer-session`;
    const sent = `fetch('${url}', { method: 'DELETE', credentials: 'include', mode: 'cors' }).then((r) => r.status, () => 'blocked')`;
    expect(await attack(sent)).toBe('blocked');
  });

  test('a form cannot begin a session', async () => {
    const url = `${origin}${baseOf(ours)}/api/v1/customer-portal/customer-session/authenticate`;
    const { page, context } = await openPage(browser, origin);
    await page.goto(attackerOrigin);
    const arrived = page.waitForResponse(url);
    await page.evaluate(
      `document.body.innerHTML = '<form method=post action="${url}"><input name=code value=x></form>'; document.forms[0].submit()`,
    );
    expect((await arrived).status()).toBe(403);
    await context.close();
  });

  test('a page cannot be framed', async () => {
    const { page, context } = await openPage(browser, origin);
    await page.goto(attackerOrigin);
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await page.evaluate(`document.body.innerHTML = '<iframe src="${origin}${baseOf(ours)}"></iframe>'`);
    expect((await refused).type()).toBe('error');
    await context.close();
  });
});
