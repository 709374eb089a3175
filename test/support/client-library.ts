import { execFile } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Config } from '#platform/config';
import type { Given } from '../../packages/client/runtimes/situations.ts';
import { launchBrowser } from './browser.ts';
import { launchFirefox, type Profile, type Tab, type TabbedBrowser } from './firefox.ts';
import { type LicenseFixture, openLicenseFixture } from './license-fixture.ts';
import { ROOT } from './processes.ts';
import { seedBenefit } from './seed-benefit.ts';

const OFFLINE = { leaseSeconds: 24 * 3600, graceSeconds: 3600, maxOfflineDevices: 100 };
/** A name that a browser trusts no more than any other: its pages are no secure context. */
export const PLAIN = 'licenses.example.com';

/** The browsers that the environment names. */
export const BROWSERS = ['Chromium', ...(process.env['FIREFOX'] ? ['Firefox'] : [])];

export async function launchBrowsers(): Promise<Readonly<Record<string, TabbedBrowser>>> {
  const chromium = await launchBrowser([`--host-resolver-rules=MAP ${PLAIN} 127.0.0.1`]);
  const newProfile = async (): Promise<Profile> => {
    const context = await chromium.newContext();
    return { newTab: () => context.newPage(), close: () => context.close() };
  };
  const firefox = process.env['FIREFOX'];
  return {
    Chromium: { newProfile, close: () => chromium.close() },
    ...(firefox ? { Firefox: await launchFirefox(firefox, [PLAIN]) } : {}),
  };
}

/** The API on a port, and the library for applications as a module of its own. */
export interface ClientLibrary {
  readonly fixture: LicenseFixture;
  readonly folder: string;
  /** The path of the module `packages/client/runtimes/situations.ts`. */
  readonly path: string;
  /** What is built into an application, and a license key for one device. */
  given(): Promise<Given>;
  /** Opens a page with the library, on this machine or on a name that no browser trusts; `before` runs first. */
  open(profile: Profile, host?: string, before?: string): Promise<ClientPage>;
  close(): Promise<void>;
}

export interface ClientPage {
  readonly tab: Tab;
  readonly origin: string;
  /** What an application would supply where the browser has no Ed25519. */
  readonly supplied: string;
  /** Evaluates an expression of what the library exports. */
  ask<T>(expression: string): Promise<T>;
}

export async function openClientLibrary(): Promise<ClientLibrary> {
  const fixture = await openLicenseFixture();
  await fixture.api.app.listen(0, '127.0.0.1');
  const origin = await fixture.api.app.getUrl();
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-client-'));
  const path = join(folder, 'situations.mjs');
  const bundler = join(ROOT, 'node_modules/rolldown/bin/cli.mjs');
  const source = join(ROOT, 'packages/client/runtimes/situations.ts');
  await promisify(execFile)(process.execPath, [bundler, source, '--format', 'esm', '--file', path]);
  const text = (await readFile(path, 'utf8')).replace(/export \{[^}]*\};?\s*$/, '');
  const pages = await servePages();
  return {
    fixture,
    folder,
    path,
    given: () => givenOf(fixture, origin),
    open: async (profile, host, before = '') => {
      const at = new URL(origin);
      if (host) at.hostname = host;
      const tab = await profile.newTab();
      await tab.goto(`http://${at.hostname}:${pages.port}/`);
      const supplied = `{ verify: async (...parts) => {
        const query = parts.map((part) => 'part=' + Array.from(part, (byte) => byte.toString(16).padStart(2, '0')).join('')).join('&');
        return (await fetch('/verify?' + query)).json();
      } }`;
      return {
        tab,
        origin: at.origin,
        supplied,
        ask: (expression) => tab.evaluate(`(async () => { ${before}; ${text}; return ${expression}; })()`),
      };
    },
    close: async () => {
      await pages.close();
      await fixture.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Pages of an application, with another origin than the API; and a library that verifies Ed25519 signatures for them. */
async function servePages(): Promise<{ readonly port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
    if (pathname !== '/verify')
      return response.setHeader('content-type', 'text/html').end('<!doctype html><title>Application</title>');
    const parts = searchParams.getAll('part').map((part) => Buffer.from(part, 'hex'));
    const [signature, data, x] = parts as [Buffer, Buffer, Buffer];
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') }, format: 'jwk' });
    return response.end(JSON.stringify(verify(null, data, key, signature)));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  return { port: (server.address() as AddressInfo).port, close };
}

async function givenOf(fixture: LicenseFixture, url: string): Promise<Given> {
  const terms = { activations: { limit: 1, enableCustomerAdmin: true }, offline: OFFLINE };
  const benefit = await seedBenefit(fixture.api, fixture.ours.organization.id, terms);
  const { key, organization_id: organizationId } = await fixture.key({ benefit_id: benefit.id });
  await fixture.seller(
    'POST',
    '/v1/license-keys/validate',
    { key, organization_id: organizationId },
    { 'license-nonce': 'a-nonce' },
  );
  const { body } = await fixture.anonymous('GET', `/.well-known/latchkey/${organizationId}/jwks.json`);
  return { key, organizationId, url, issuer: fixture.api.app.get(Config).baseUrl, rootKey: body.root.x };
}
