import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { latchkey } from '../support/cli.ts';
import { seedArtifact } from '../support/seed-release.ts';
import { seedProduct } from '../support/seed-product.ts';
import { seedOrganization, type SeededOrganization } from '../support/seed.ts';

let api: TestApi;
let seller: SeededOrganization;
let call: Call;
let service: string;
let product: string;
let folder: string;
beforeAll(async () => {
  api = await startApi();
  await api.app.listen(0, '127.0.0.1');
  service = `http://127.0.0.1:${(api.app.getHttpServer().address() as AddressInfo).port}`;
  seller = await seedOrganization(api);
  call = callAs(api, seller.oat);
});
afterAll(async () => {
  // Clients keep their connections for a minute.
  api.app.getHttpServer().closeAllConnections();
  await api.close();
});
beforeEach(async () => {
  product = (await seedProduct(api, seller.organization.id)).id;
  folder = mkdtempSync(join(tmpdir(), 'latchkey-import-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A release as `gh release view --json` prints it, with its files as `gh release download` stores them. */
function released(tagName: string, files: Readonly<Record<string, string>>, more: object = {}) {
  mkdirSync(join(folder, tagName), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, tagName, name), text);
  const assets = Object.entries(files).map(([name, text]) => ({ name, size: text.length, contentType: 'application/zip' }));
  const release = { tagName, name: tagName, body: '', publishedAt: '2025-01-02T03:04:05Z', isPrerelease: false, isDraft: false };
  return { ...release, assets, ...more };
}

const manifest = (value: unknown): void =>
  writeFileSync(join(folder, 'releases.json'), typeof value === 'string' ? value : JSON.stringify(value));

async function run(...more: readonly string[]) {
  const env = { BASE_URL: service, LATCHKEY_TOKEN: seller.oat };
  const { exitCode, out, err } = await latchkey(['releases', 'import', '--product', product, ...more, folder, '--json'], env);
  return { exitCode, err, data: exitCode === 0 ? (JSON.parse(out) as object) : null };
}

const stored = async (): Promise<Record<string, unknown>[]> =>
  (await call('GET', `/v1/releases/?product_id=${product}&limit=100`)).body.items;
const files = async (): Promise<unknown> => (await call('GET', '/v1/files/')).body.pagination;

test('releases of GitHub are imported once, with channel, notes, time and files; a draft stays one', async () => {
  manifest([
    released(
      'v2.0.0-rc.1',
      { 'acme-linux-x64.AppImage': 'beta' },
      { isPrerelease: true, publishedAt: '2025-03-01T00:00:00Z', body: 'Try it.\r\n' },
    ),
    released('v1.0.0', {
      'acme-win-x64.exe': 'for Windows',
      'acme-win-x64.exe.sig': 'signed',
      'acme-win-x64.exe.spdx.json': '{}',
      'latest.yml': 'version: 1.0.0',
    }),
    released('app@2025.4', { 'acme.zip': 'calendar' }, { publishedAt: '2025-04-01T00:00:00Z' }),
    released('v3.0.0', { 'acme.zip': 'soon' }, { isDraft: true, publishedAt: null }),
    released('v0.1.0', {}),
  ]);
  const before = await files();
  const plan = await run('--dry-run');
  expect(plan.data).toEqual({ imported: 4, continued: 0, present: 0, without_files: 1, dry_run: true });
  expect(plan.err.split('\n').slice(0, 2)).toEqual([
    'v1.0.0: 1.0.0, stable, published 2025-01-02T03:04:05Z, 4 files, is imported',
    'v0.1.0: 0.1.0, stable, published 2025-01-02T03:04:05Z, 0 files, has no file, and is left out',
  ]);
  expect([await stored(), await files()]).toEqual([[], before]);

  expect((await run()).data).toEqual({ imported: 4, continued: 0, present: 0, without_files: 1, dry_run: false });
  const [draft, calendar, beta, first] = await stored();
  expect(first).toMatchObject({ version: '1.0.0', channel: 'stable', status: 'published', artifacts: 2, notes: {} });
  expect(first!['published_at']).toBe('2025-01-02T03:04:05.000Z');
  expect(beta).toMatchObject({ version: '2.0.0-rc.1', channel: 'beta', status: 'published', notes: { en: 'Try it.' } });
  expect(calendar).toMatchObject({ version: '2025.4', version_scheme: 'numbers', status: 'published' });
  expect(draft).toMatchObject({ version: '3.0.0', status: 'draft', artifacts: 1, published_at: null });
  const { items } = (await call('GET', `/v1/artifacts/?release_id=${String(first!['id'])}`)).body;
  expect(items).toMatchObject([
    { name: 'acme-win-x64.exe', platform: 'windows', architecture: 'x64', signature: 'signed' },
    { kind: 'sbom', describes: items[0].id },
  ]);

  const [imported, uploaded] = [await stored(), await files()];
  expect((await run()).data).toEqual({ imported: 0, continued: 1, present: 3, without_files: 1, dry_run: false });
  expect([await stored(), await files()]).toEqual([imported, uploaded]);
});

test('an import that was killed within a release continues it', async () => {
  manifest([released('v1.0.0', { 'one.zip': 'one', 'two.zip': 'two' })]);
  const { id } = (await call('POST', '/v1/releases/', { product_id: product, version: '1.0.0' })).body;
  await seedArtifact(call, id, { kind: 'archive' }, Buffer.from('one'), 'one.zip');
  expect((await run()).data).toMatchObject({ imported: 0, continued: 1 });
  expect(await stored()).toMatchObject([{ id, status: 'published', artifacts: 2, published_at: '2025-01-02T03:04:05.000Z' }]);
});

test('wrong input is named by file and field, all of it, and nothing is imported', async () => {
  const good = released('v1.0.0', { 'acme.zip': 'files' });
  const missing = released('v1.1.0', { 'there.zip': 'x' });
  const cut = released('v1.2.0', { 'cut.zip': 'x' }, { assets: [{ name: 'cut.zip', size: 9 }] });
  manifest([
    good,
    {
      ...missing,
      assets: [
        { name: 'gone.zip', size: 1 },
        { name: '../acme.zip', size: 1 },
      ],
    },
    cut,
    { ...good, tagName: 'nightly' },
    { ...good, tagName: '../1.0.0' },
    { ...good, tagName: '1.0' },
    { ...good, tagName: 'v4.0.0', publishedAt: 'yesterday', isPrerelease: 'no', body: 5, assets: {} },
    7,
  ]);
  const { exitCode, err } = await run();
  const at = join(folder, 'releases.json');
  expect([exitCode, err.replaceAll(`${folder}/`, '').trim().split('\n').toSorted()]).toEqual([
    1,
    [
      'releases.json: [1].assets[1].name is not the name of a file.',
      'releases.json: [3].tagName has no version: nightly. Remove the release from the file to leave it out.',
      'releases.json: [4].tagName is not the name of a tag.',
      'releases.json: [5].tagName is the version of v1.0.0, too.',
      'releases.json: [6].assets is not a list.',
      'releases.json: [6].body is not a text.',
      'releases.json: [6].isPrerelease is neither true nor false.',
      'releases.json: [6].publishedAt is not a time.',
      'releases.json: [7] is not an object.',
      'v1.1.0/gone.zip is missing, which releases.json: [1].assets[0] names.',
      'v1.2.0/cut.zip has 1 bytes, and not those of releases.json: [2].assets[0].size. Download it again.',
      expect.stringContaining('1.0/acme.zip is missing'),
    ].toSorted(),
  ]);
  for (const [text, fault] of [
    ['{', 'is not JSON'],
    ['{}', 'is not an array of releases'],
  ] as const) {
    manifest(text);
    expect((await run()).err).toContain(`${at} ${fault}`);
  }
  rmSync(at);
  expect((await run()).err).toContain('releases.json cannot be read');
  expect(await stored()).toEqual([]);
});
