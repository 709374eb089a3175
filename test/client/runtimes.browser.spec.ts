import { execFile } from 'node:child_process';
import { verify, createPublicKey, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { Config } from '#platform/config';
import type { Given } from '../../packages/client/runtimes/situations.ts';
import { launchBrowser } from '../support/browser.ts';
import { type LicenseFixture, openLicenseFixture } from '../support/license-fixture.ts';
import { ROOT } from '../support/processes.ts';
import { seedBenefit } from '../support/seed-benefit.ts';

const OFFLINE = { leaseSeconds: 24 * 3600, graceSeconds: 3600, maxOfflineDevices: 100 };
const README = join(ROOT, 'packages/client/README.md');
const SITUATIONS = ['activate', 'validate', 'lease', 'check', 'status list', 'file'];
/** A name that a browser trusts no more than any other: its pages are no secure context. */
const PLAIN = 'licenses.example.com';

type Outcomes = Readonly<Record<string, string>>;
/** With what an application would supply, if `supplies`. */
type Runtime = readonly [name: string, run: Run, supplies: boolean];
type Run = (given: Given, isSupplied: boolean) => Promise<Outcomes>;

/** What runtimes without it lack, and what an application would supply from a package. */
const OF_REACT_NATIVE = `
  delete globalThis.DecompressionStream; delete globalThis.atob; delete globalThis.btoa;
  delete URL.canParse; delete AbortSignal.any; delete AbortSignal.timeout; delete AbortSignal.prototype.throwIfAborted;
  Object.defineProperty(Response.prototype, 'body', { value: undefined });
  Object.defineProperty(globalThis, 'crypto', { value: undefined });`;
const OF_OLD_BROWSERS = `
  const imported = SubtleCrypto.prototype.importKey;
  SubtleCrypto.prototype.importKey = function (format, data, algorithm, ...rest) {
    const name = algorithm.name ?? algorithm;
    if (name === 'Ed25519') return Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError'));
    return imported.call(this, format, data, algorithm, ...rest);
  };
  SubtleCrypto.prototype.generateKey = () => Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError'));`;
const SUPPLIED = `{
  verify: (signature, data, x) => crypto_.verify(null, data, crypto_.createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519',
    x: Buffer.from(x).toString('base64url') }, format: 'jwk' }), signature),
  randomUUID: crypto_.randomUUID, inflate: zlib_.inflateSync }`;

let fixture: LicenseFixture;
let folder: string;
let library: string;
let browser: Browser;
let origin: string;
beforeAll(async () => {
  fixture = await openLicenseFixture();
  await fixture.api.app.listen(0, '127.0.0.1');
  origin = await fixture.api.app.getUrl();
  browser = await launchBrowser([`--host-resolver-rules=MAP ${PLAIN} 127.0.0.1`]);
  folder = await mkdtemp(join(tmpdir(), 'latchkey-runtimes-'));
  library = join(folder, 'situations.mjs');
  const bundler = join(ROOT, 'node_modules/rolldown/bin/cli.mjs');
  const source = join(ROOT, 'packages/client/runtimes/situations.ts');
  await run(process.execPath, [bundler, source, '--format', 'esm', '--file', library]);
});
afterAll(async () => {
  await browser.close();
  await fixture.close();
  await rm(folder, { recursive: true });
});

const run = promisify(execFile);

async function given(): Promise<Given> {
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
  return { key, organizationId, url: origin, issuer: fixture.api.app.get(Config).baseUrl, rootKey: body.root.x };
}

/** A program of a runtime with a command line; `before` makes it one that lacks something. */
const program =
  (path: string, flags: readonly string[] = [], before = ''): Run =>
  async (options, isSupplied) => {
    const file = join(folder, `${randomUUID()}.mjs`);
    const text = `import * as crypto_ from 'node:crypto'; import * as zlib_ from 'node:zlib'; import { Buffer } from 'node:buffer';
      ${before}
      const { situations } = await import(${JSON.stringify(library)});
      console.log(JSON.stringify(await situations(${JSON.stringify(options)}, ${isSupplied ? SUPPLIED : '{}'})));`;
    await writeFile(file, text);
    const { stdout } = await run(path, [...flags, file], {
      env: { PATH: '', HOME: folder, NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1' },
    });
    return JSON.parse(stdout) as Outcomes;
  };

const page =
  (host?: string): Run =>
  async (options, isSupplied) => {
    const at = new URL(origin);
    if (host) at.hostname = host;
    const opened = await browser.newPage();
    await opened.exposeFunction('verifyInNode', (signature: number[], data: number[], x: number[]) => {
      const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(x).toString('base64url') };
      return verify(null, Buffer.from(data), createPublicKey({ key: jwk, format: 'jwk' }), Buffer.from(signature));
    });
    await opened.goto(`${at.origin}/healthz`);
    const supplied = isSupplied ? '{ verify: (...parts) => verifyInNode(...parts.map((part) => Array.from(part))) }' : '{}';
    const text = readFileSync(library, 'utf8').replace(/export \{[^}]*\};?\s*$/, '');
    const script = `(async () => { ${text}; return situations(${JSON.stringify({ ...options, url: at.origin })}, ${supplied}); })()`;
    const outcomes = await opened.evaluate<Outcomes>(script);
    await opened.close();
    return outcomes;
  };

const DENO_FLAGS = ['run', '--allow-net', '--allow-env', '--allow-read', '--quiet'];
/** Programs of runtimes. Those that are not given are left out; `.ci/run` gives all. */
const { NODE_20: node20, DENO: deno, BUN: bun } = process.env;
const RUNTIMES: readonly Runtime[] = [
  ...(node20 ? [['Node 20', program(node20), false] as const] : []),
  ['Node 24', program(process.execPath), false],
  ...(deno ? [['Deno 2', program(deno, DENO_FLAGS), false] as const] : []),
  ...(bun ? [['Bun 1', program(bun), false] as const] : []),
  ['Chromium, on HTTPS or localhost', page(), false],
  ['Chromium, on HTTP', page(PLAIN), true],
  ['browser without Ed25519', program(process.execPath, [], OF_OLD_BROWSERS), true],
  ['React Native with Hermes', program(process.execPath, [], OF_REACT_NATIVE), true],
];

/** A list that the service has kept for a while is older than the lease, and was read nevertheless. */
const isRead = (outcome: string | undefined): boolean => outcome === 'ok' || outcome === 'replayed';

const cellOf = (outcome = ''): string => {
  if (isRead(outcome)) return 'yes';
  return ['not_activated', 'no_lease'].includes(outcome) ? '–' : `needs \`${outcome}\``;
};

const rowOf = (name: string, outcomes: Outcomes): string =>
  [name, ...SITUATIONS.map((situation) => cellOf(outcomes[situation]))].join(' | ');
const rowsOfReadme = readFileSync(README, 'utf8')
  .split('\n')
  .map((line) => line.replace(/ {2,}/g, ' '));

test.each<Runtime>(RUNTIMES)('%s does what the table of the README says', async (name, runtime, supplies) => {
  const options = await given();
  const outcomes = await runtime(options, false);
  expect(rowsOfReadme).toContain(`| ${rowOf(name, outcomes)} |`);
  expect(outcomes['missing'] === '').toBe(!supplies);
  expect(Object.values(outcomes)).not.toContain('bad_signature');
  if (!supplies) return;
  const { body } = await fixture.seller('GET', `/v1/license-keys/?key=${options.key}`);
  const { activations } = await fixture.read(body.items[0]);
  expect(activations).toEqual([]);
  const supplied = await runtime(options, true);
  expect(rowsOfReadme).toContain(`| ${rowOf(`${name}, supplied`, supplied)} |`);
  expect([supplied['missing'], supplied['activate'], supplied['lease'], supplied['check']]).toEqual(['', 'ok', 'ok', 'ok']);
});
