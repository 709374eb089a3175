import { mkdirSync, mkdtempSync, rmSync, writeFileSync, readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { startApi } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { latchkey } from '../support/cli.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seedLicenseKey } from '../support/seed-license-key.ts';
import { seedProduct } from '../support/seed-product.ts';
import { seedOrganization } from '../support/seed.ts';
import { ROOT } from '../support/processes.ts';

test('a folder is published at once: files are told apart by their names, and what was begun is continued', async () => {
  await using resources = new AsyncDisposableStack();
  const api = await startApi();
  resources.defer(() => api.close());
  await api.app.listen(0, '127.0.0.1');
  // Clients keep their connections for a minute.
  resources.defer(() => void api.app.getHttpServer().closeAllConnections());
  const service = `http://127.0.0.1:${(api.app.getHttpServer().address() as AddressInfo).port}`;
  const seller = await seedOrganization(api);
  const call = callAs(api, seller.oat);
  const benefit = await seedBenefit(api, seller.organization.id);
  const { id: product } = await seedProduct(api, seller.organization.id, { benefits: [benefit.id] });
  const { key } = await seedLicenseKey(api, seller, { benefit_id: benefit.id });

  const folder = mkdtempSync(join(tmpdir(), 'latchkey-releases-'));
  resources.defer(() => rmSync(folder, { recursive: true }));
  const files = {
    'acme-3.2.1-win-x64.exe': 'for Windows',
    'acme-3.2.1-win-x64.exe.blockmap': 'blocks',
    'acme-3.2.1-arm64.dmg': 'for macOS',
    'acme-3.2.1-arm64.dmg.sig': 'signed\n',
    'acme-3.2.1-win-x64.exe.spdx.json': '{}',
    'latest.yml': 'version: 3.2.1',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const notes = join(folder, '.notes.md');
  writeFileSync(notes, 'Exports **PDF**.');

  const environment = { BASE_URL: service, LATCHKEY_TOKEN: seller.oat };
  const run = async (...args: readonly string[]) => {
    const { exitCode, out, err } = await latchkey(['releases', 'publish', '--product', product, ...args, '--json'], environment);
    return exitCode === 0 ? (JSON.parse(out) as object) : `${exitCode}: ${err}`;
  };
  const version = ['--version', '3.2.1', '--notes', notes, folder];
  expect(await run(...version, '--draft')).toMatchObject({ version: '3.2.1', status: 'draft', artifacts: 4 });
  const before = await call('GET', '/v1/files/');
  expect(await run(...version)).toMatchObject({ status: 'published', artifacts: 4 });
  expect((await call('GET', '/v1/files/')).body.pagination).toEqual(before.body.pagination);
  expect(await run(...version)).toMatch('1: The product has a release 3.2.1, which is published.');
  expect(await run('--version', 'latest', folder)).toMatch(/422.*version/s);
  expect(await run('--version', '4.0.0', join(folder, 'nowhere'))).toMatch('nowhere cannot be read');

  const { body } = await call('GET', `/v1/releases/?product_id=${product}&version=3.2.1`);
  const [release] = body.items;
  expect(release).toMatchObject({ status: 'published', notes: { en: 'Exports **PDF**.' }, artifacts: 4 });
  const { items } = (await call('GET', `/v1/artifacts/?release_id=${release.id}`)).body;
  const [dmg, exe, blockmap, sbom] = items;
  expect(items).toMatchObject([
    { name: 'acme-3.2.1-arm64.dmg', platform: 'macos', architecture: 'arm64', kind: 'installer', signature: 'signed' },
    { name: 'acme-3.2.1-win-x64.exe', platform: 'windows', architecture: 'x64', kind: 'installer', signature: null },
    { kind: 'blockmap', describes: exe.id },
    { kind: 'sbom', describes: exe.id },
  ]);
  expect([dmg, blockmap, sbom].map(({ sha512 }) => sha512.length)).toEqual([128, 128, 128]);
  const url = `${service}/releases/${product}/files/3.2.1/${exe.name}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  expect(await response.text()).toBe('for Windows');

  const single = join(folder, 'single');
  mkdirSync(single);
  writeFileSync(join(single, 'acme.zip'), 'for all');
  const { out } = await latchkey(['releases', 'publish', '--product', product, '--version', '4.0.0', single], environment);
  expect(out).toMatch('4.0.0 is published with 1 file (');
});

/** The workflow of the guide. */
function workflowOfGuide(): { readonly on: object; readonly jobs: { readonly publish: { readonly steps: readonly Step[] } } } {
  const guide = readFileSync(join(ROOT, 'docs/guides/releases/README.md'), 'utf8');
  const [, text] = /<!-- run by test\/apps\/releases-publish\.spec\.ts -->\s*```yaml\n(.*?)```/s.exec(guide)!;
  return load(text!) as ReturnType<typeof workflowOfGuide>;
}

interface Step {
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

test('the workflow of the guide for GitHub Actions publishes the version of its tag', async () => {
  await using resources = new AsyncDisposableStack();
  const api = await startApi();
  resources.defer(() => api.close());
  await api.app.listen(0, '127.0.0.1');
  resources.defer(() => void api.app.getHttpServer().closeAllConnections());
  const service = `http://127.0.0.1:${(api.app.getHttpServer().address() as AddressInfo).port}`;
  const seller = await seedOrganization(api);
  const { id: product } = await seedProduct(api, seller.organization.id);
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-workflow-'));
  resources.defer(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'dist', 'acme-3.2.1-beta.1-linux-x64.AppImage'), 'for Linux');
  writeFileSync(join(folder, 'NOTES.md'), 'Draws circles.');

  const { on, jobs } = workflowOfGuide();
  expect(on).toEqual({ push: { tags: ['v*'] } });
  const step = jobs.publish.steps.find(({ run }) => run?.includes('latchkey releases publish'))!;
  // What GitHub puts in place of its expressions.
  const values: Readonly<Record<string, string>> = {
    'vars.LATCHKEY_PRODUCT': product,
    'vars.LATCHKEY_URL': service,
    'secrets.LATCHKEY_TOKEN': seller.oat,
    "contains(github.ref_name, '-') && 'beta' || 'stable'": 'beta',
  };
  const env = Object.fromEntries(
    Object.entries(step.env!).map(([name, text]) => [
      name,
      text.replace(/\$\{\{ (.*) \}\}/, (_all, each: string) => values[each]!),
    ]),
  );
  // The shell reads the command; its words go to the command line of this process.
  const shell = `npx() { shift; printf '%s\\0' "$@"; }\n${step.run!}`;
  const options = { cwd: folder, env: { ...env, GITHUB_REF_NAME: 'v3.2.1-beta.1' }, encoding: 'utf8' } as const;
  const words = execFileSync('bash', ['-euo', 'pipefail', '-c', shell], options).split('\0').slice(0, -1);
  const args = words.map((word) => (word === './dist' || word === 'NOTES.md' ? join(folder, word) : word));
  const { exitCode, err } = await latchkey(args, env);
  expect([exitCode, err]).toEqual([0, expect.stringContaining('AppImage')]);
  const { body } = await callAs(api, seller.oat)('GET', `/v1/releases/?product_id=${product}`);
  expect(body.items).toMatchObject([
    { version: '3.2.1-beta.1', channel: 'beta', status: 'published', artifacts: 1, notes: { en: 'Draws circles.' } },
  ]);
});
