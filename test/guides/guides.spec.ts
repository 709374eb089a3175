import { globSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { Demo } from '../../apps/standalone/demo/demo.ts';
import { freePort } from '../support/free-port.ts';
import { PlainBrowser } from '../support/plain-browser.ts';
import { ROOT } from '../support/processes.ts';
import { demoIn, newDataFolder, removeDataFolder, Standalone } from '../support/standalone.ts';
import { Reader } from './reader.ts';

/** A guide waits for what the worker does. */
import.meta.jest.setTimeout(240_000);

const page = (name: string): string => `docs/guides/${name}.md`;

/** Guides that begin where another one ends follow it. */
const GUIDES = [
  ['desktop-application', 'offline'],
  ['ci-and-containers'],
  ['seats'],
  ['usage'],
  ['moving'],
  ['testing'],
  ['first-webhook'],
  ['catalog-as-code'],
  ['one-key-many-things'],
];

/** The package of PyPI that a section needs, as a folder; and the program that another one starts. */
const { PYTHON_PACKAGES, OAUTH2_PROXY } = process.env;
for (const [name, value] of Object.entries({ PYTHON_PACKAGES, OAUTH2_PROXY }))
  if (!value) process.stderr.write(`Left out: what the guides say about it (${name} is not set).\n`);

let service: Standalone;
let demo: Demo;
let url: string;
beforeAll(async () => {
  // The issuer of leases and of the provider is known before it listens.
  service = Standalone.start(newDataFolder(), { ENVIRONMENT: 'sandbox', PORT: String(await freePort()) });
  url = await service.ready();
  demo = demoIn(service.folder);
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  if (service) removeDataFolder(service.folder);
});

async function begin(env: NodeJS.ProcessEnv = {}): Promise<Reader & { readonly port: number }> {
  const port = await freePort();
  const reader = await Reader.begin({ installation: ROOT, data: service.folder, ports: { 4000: port, 4180: port }, env });
  return Object.assign(reader, { port });
}

test.each(GUIDES)('%s can be followed', async (...names) => {
  await using reader = await begin();
  for (const name of names) expect(await reader.follow(page(name))).toEqual([]);
});

test('every guide is followed', () => {
  const followed = [...GUIDES.flat(), 'web-application', 'sign-in'].map(page).sort();
  expect(globSync('docs/guides/*.md', { cwd: ROOT }).sort()).toEqual(followed);
});

test('web-application can be followed', async () => {
  await using reader = await begin({ PIP_NO_INDEX: '1', PIP_FIND_LINKS: PYTHON_PACKAGES, PIP_NO_COMPILE: '1' });
  const sections = ['', ...(PYTHON_PACKAGES ? ['In Python'] : [])];
  expect(await reader.follow(page('web-application'), sections)).toEqual([]);
});

const PKCE = 'code_challenge_method=S256';

/** Signs the owner of the demo in at the service, where an application has sent the browser; returns where it is sent back. */
async function allowed(address: string): Promise<string> {
  const browser = new PlainBrowser({ fetch: followNothing }, url);
  await browser.open(address);
  await browser.press('ask-password', { email: demo.owner.email });
  await browser.press('password', { password: demo.owner.password });
  return browser.press('allow', { organization: demo.organization.id });
}

const followNothing = (address: string, init?: RequestInit): Promise<Response> => fetch(address, { redirect: 'manual', ...init });

/** Follows a section about an application that listens, and opens a browser there. */
async function openApplication(reader: Reader & { readonly port: number }, section: string): Promise<PlainBrowser> {
  await reader.follow(page('sign-in'), ['', section]);
  const origin = `http://localhost:${reader.port}`;
  await reader.run(`until curl -sS -o /dev/null ${origin}; do sleep 0.1; done 2> /dev/null`);
  return new PlainBrowser({ fetch: followNothing }, origin);
}

test('sign-in: an application with Auth.js signs the owner in', async () => {
  await using reader = await begin();
  const browser = await openApplication(reader, 'Auth.js');
  const home = `http://localhost:${reader.port}/auth`;
  await browser.open(`${home}/csrf`);
  const { csrfToken } = JSON.parse(browser.shown.text) as { readonly csrfToken: string };
  const address = await browser.send('/auth/signin/latchkey', { csrfToken });
  expect(address).toContain(PKCE);
  await browser.open(await allowed(address));
  await browser.open(`${home}/session`);
  expect(JSON.parse(browser.shown.text)).toMatchObject({ user: { email: demo.owner.email } });
});

(OAUTH2_PROXY ? describe : describe.skip)('with the program oauth2-proxy', () => {
  test('sign-in: it lets the owner in', async () => {
    await using reader = await begin({ PATH: `${dirname(OAUTH2_PROXY!)}${delimiter}${process.env['PATH']}` });
    const browser = await openApplication(reader, 'oauth2-proxy');
    const address = await browser.open(`http://localhost:${reader.port}/`);
    expect(address).toContain(PKCE);
    await browser.open(await allowed(address));
    expect([browser.shown.status, browser.shown.text]).toEqual([200, 'Authenticated']);
  });
});

test('sign-in: the configuration of Grafana is what the discovery document says', async () => {
  await using reader = await begin();
  await reader.follow(page('sign-in'), ['', 'Grafana']);
  const written = readFileSync(join(reader.folder, 'grafana.ini'), 'utf8').replaceAll('http://127.0.0.1:3000', url);
  const settings = Object.fromEntries([...written.matchAll(/^(\w+) = (.*)$/gm)].map(([, name, value]) => [name, value]));
  const discovery = await fetch(`${url}/.well-known/openid-configuration`);
  const provider = (await discovery.json()) as Record<string, string> & Record<'scopes_supported' | 'claims_supported', string[]>;
  expect(settings).toMatchObject({
    auth_url: provider['authorization_endpoint'],
    token_url: provider['token_endpoint'],
    api_url: provider['userinfo_endpoint'],
    use_pkce: 'true',
  });
  expect(provider.scopes_supported).toEqual(expect.arrayContaining(settings['scopes']!.split(' ')));
  const claims = ['email', 'login', 'name'].map((name) => settings[`${name}_attribute_path`]);
  expect(provider.claims_supported).toEqual(expect.arrayContaining(claims));
});
