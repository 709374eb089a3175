import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { startApi, type TestApi } from '../support/api.ts';
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
  test('signs in at once, and its token leaves the address', async () => {
    const link = `${baseOf(ours)}?customer_session_token=${await tokenOf()}&email=ada%40example.com`;
    const { statusCode, headers } = await get(link);
    expect([statusCode, headers['location'], headers['referrer-policy']]).toEqual([303, baseOf(ours), 'no-referrer']);
    expect(String(headers['set-cookie'])).toMatch(/; HttpOnly; SameSite=Strict$/);
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

  /** Of a port beside ours, so that cookies of the same site are sent. */
  const attack = async (script: string): Promise<unknown> => {
    const { page, context } = await openPage(browser, origin);
    await page.goto(`${baseOf(ours)}?customer_session_token=${await tokenOf()}`);
    await page.getByRole('heading', { name: 'License keys', level: 1 }).waitFor();
    await page.goto(attackerOrigin);
    const result = await page.evaluate(script);
    await context.close();
    return result;
  };

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
