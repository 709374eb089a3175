import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Given } from '../../packages/client/runtimes/situations.ts';
import { BROWSERS, type ClientLibrary, launchBrowsers, openClientLibrary, PLAIN } from '../support/client-library.ts';
import type { TabbedBrowser } from '../support/firefox.ts';
import { ROOT } from '../support/processes.ts';

const README = join(ROOT, 'packages/client/README.md');
const SITUATIONS = ['activate', 'validate', 'lease', 'check', 'status list', 'file'];

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

let library: ClientLibrary;
let browsers: Readonly<Record<string, TabbedBrowser>>;
beforeAll(async () => {
  library = await openClientLibrary();
  browsers = await launchBrowsers();
});
afterAll(async () => {
  for (const browser of Object.values(browsers)) await browser.close();
  await library.close();
});

const run = promisify(execFile);

/** A program of a runtime with a command line; `before` makes it one that lacks something. */
const program =
  (path: string, flags: readonly string[] = [], before = ''): Run =>
  async (options, isSupplied) => {
    const file = join(library.folder, `${randomUUID()}.mjs`);
    const text = `import * as crypto_ from 'node:crypto'; import * as zlib_ from 'node:zlib'; import { Buffer } from 'node:buffer';
      ${before}
      const { situations } = await import(${JSON.stringify(library.path)});
      console.log(JSON.stringify(await situations(${JSON.stringify(options)}, ${isSupplied ? SUPPLIED : '{}'})));`;
    await writeFile(file, text);
    const { stdout } = await run(path, [...flags, file], {
      env: { PATH: '', HOME: library.folder, NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1' },
    });
    return JSON.parse(stdout) as Outcomes;
  };

const page =
  (name: string, host?: string, before?: string): Run =>
  async (options, isSupplied) => {
    const profile = await browsers[name]!.newProfile();
    const { origin, supplied, ask } = await library.open(profile, host, before);
    const outcomes = await ask<Outcomes>(
      `situations(${JSON.stringify({ ...options, url: origin })}, ${isSupplied ? supplied : '{}'})`,
    );
    await profile.close();
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
  ...BROWSERS.flatMap((name): readonly Runtime[] => [
    [`${name}, on HTTPS or localhost`, page(name), false],
    [`${name}, on HTTP`, page(name, PLAIN), true],
    [`${name} without Ed25519`, page(name, undefined, OF_OLD_BROWSERS), true],
  ]),
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
  const options = await library.given();
  const outcomes = await runtime(options, false);
  expect(rowsOfReadme).toContain(`| ${rowOf(name, outcomes)} |`);
  expect(outcomes['missing'] === '').toBe(!supplies);
  expect(Object.values(outcomes)).not.toContain('bad_signature');
  if (!supplies) return;
  const { body } = await library.fixture.seller('GET', `/v1/license-keys/?key=${options.key}`);
  const { activations } = await library.fixture.read(body.items[0]);
  expect(activations).toEqual([]);
  const supplied = await runtime(options, true);
  expect(rowsOfReadme).toContain(`| ${rowOf(`${name}, supplied`, supplied)} |`);
  expect([supplied['missing'], supplied['activate'], supplied['lease'], supplied['check']]).toEqual(['', 'ok', 'ok', 'ok']);
});
