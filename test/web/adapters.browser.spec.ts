import { createServer, type RequestListener, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import type { Browser } from 'playwright-core';
import { launchBrowser, listen, openPage } from '../support/browser.ts';
import { type MeteringFixture, openMeteringFixture } from '../support/metering-fixture.ts';
import { redirectVendor } from '../support/vendor-redirect.ts';

/** The packages are made for bundlers: Node loads their CommonJS form. */
const load = createRequire(import.meta.url);
const honoAdapter = load('@polar-sh/hono') as typeof import('@polar-sh/hono');
const expressAdapter = load('@polar-sh/express') as typeof import('@polar-sh/express');
const express = load('express') as () => RequestListener & { get(path: string, handler: unknown): void };

type NextRoute = (request: Request) => Promise<Response>;
interface NextAdapter {
  readonly CustomerPortal: (options: object) => NextRoute;
  readonly Checkout: (options: object) => NextRoute;
}

/** Next.js with its adapter has 300 MB, so it is no dependency: `.ci/run` installs both into a folder and names it here. */
const { NEXT_ADAPTER_FOLDER: nextFolder } = process.env;
if (!nextFolder) process.stderr.write('Left out: the adapter for Next.js (NEXT_ADAPTER_FOLDER is not set).\n');

/** A browser starts on a busy machine. */
import.meta.jest.setTimeout(240_000);

let fixture: MeteringFixture;
let browser: Browser;
let origin: string;
let ada: { readonly id: string };
let restore: () => void;
beforeAll(async () => {
  fixture = await openMeteringFixture();
  browser = await launchBrowser();
  origin = await listen(fixture.api);
  ada = await fixture.customer({ email: 'ada@example.com', name: 'Ada Lovelace', external_id: 'user-1' });
  restore = redirectVendor(origin);
});
afterAll(async () => {
  restore?.();
  await browser?.close();
  await fixture?.close();
});

interface Redirect {
  readonly status: number;
  readonly location: string | null;
}
type Handler = 'CustomerPortal' | 'Checkout';

const config = () => ({ accessToken: fixture.ours.oat, server: 'sandbox' as const });
const outcomeOf = ({ status, headers }: Response): Redirect => ({ status, location: headers.get('location') });
const PATH = '/somewhere?products=00000000-0000-4000-8000-000000000000';

function nextAdapters(loadFrom: NodeJS.Require): Readonly<Record<string, (handler: Handler) => Promise<Redirect>>> {
  const { CustomerPortal, Checkout } = loadFrom('@polar-sh/nextjs') as NextAdapter;
  const { NextRequest } = loadFrom('next/server') as { readonly NextRequest: typeof Request };
  const ask = async (route: NextRoute): Promise<Redirect> => outcomeOf(await route(new NextRequest(`http://shop.test${PATH}`)));
  return {
    nextjs: (handler) =>
      ask(
        handler === 'Checkout'
          ? Checkout(config())
          : CustomerPortal({ ...config(), getCustomerId: () => Promise.resolve(ada.id) }),
      ),
    'nextjs, by external ID': () => ask(CustomerPortal({ ...config(), getExternalCustomerId: () => Promise.resolve('user-1') })),
  };
}

/** What each adapter answers: the redirect of one request to a route that it serves. */
const ADAPTERS: Readonly<Record<string, (handler: Handler) => Promise<Redirect>>> = {
  ...(nextFolder ? nextAdapters(createRequire(`${nextFolder}/package.json`)) : {}),
  hono: async (handler) => {
    const { CustomerPortal, Checkout } = honoAdapter;
    const app = new Hono();
    const portal = CustomerPortal({ ...config(), getCustomerId: () => Promise.resolve(ada.id) });
    app.get('/somewhere', handler === 'Checkout' ? Checkout(config()) : portal);
    return outcomeOf(await app.request(PATH));
  },
  express: async (handler) => {
    const { CustomerPortal, Checkout } = expressAdapter;
    const app = express();
    const portal = CustomerPortal({ ...config(), getCustomerId: () => Promise.resolve(ada.id) });
    app.get('/somewhere', handler === 'Checkout' ? Checkout(config()) : portal);
    const server: Server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}${PATH}`, { redirect: 'manual' });
    await new Promise((resolve) => server.close(resolve));
    return outcomeOf(answer);
  },
};

test.each(Object.keys(ADAPTERS))('%s leads to the portal, where the customer is signed in', async (name) => {
  const { status, location } = await ADAPTERS[name]!('CustomerPortal');
  expect([302, 307]).toContain(status);
  const { page, problems, context } = await openPage(browser, origin);
  const { pathname, search } = new URL(location!);
  expect(pathname).toBe(`/portal/${fixture.ours.organization.slug}`);
  await page.goto(pathname + search);
  await page.getByRole('button', { name: /Ada Lovelace|ada@example\.com/ }).waitFor();
  expect(page.url()).not.toContain('token');
  expect(problems).toEqual([]);
  await context.close();
});

test.each([...(nextFolder ? ['nextjs'] : []), 'hono', 'express'])(
  '%s has no checkout to lead to: payment happens elsewhere',
  async (name) => {
    const said = import.meta.jest.spyOn(console, 'error').mockImplementation(() => {});
    const { status, location } = await ADAPTERS[name]!('Checkout');
    expect(location).toBeNull();
    expect([0, 500]).toContain(status);
    expect(said).toHaveBeenCalledWith(expect.objectContaining({ statusCode: 404 }));
    said.mockRestore();
  },
);
