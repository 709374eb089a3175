import { EntityManager } from '@mikro-orm/postgresql';
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { freePort } from '../support/free-port.ts';
import { debianPackage, imageArchive } from '../support/package-files.ts';
import { seedLicenseKey } from '../support/seed-license-key.ts';
import { seedProduct } from '../support/seed-product.ts';
import { seedRelease } from '../support/seed-release.ts';
import { seedOrganization, type SeededOrganization } from '../support/seed.ts';

/** Package managers start slowly on a busy machine. */
import.meta.jest.setTimeout(240_000);

const run = promisify(execFile);
const describeWith = (program: string) => (spawnSync(program, ['--version']).status === 0 ? describe : describe.skip);

let api: TestApi;
let service: string;
let folder: string;
let seller: SeededOrganization;
let call: Call;
let benefit: string;
let product: string;
let key: string;
let keyId: string;
beforeAll(async () => {
  const port = await freePort();
  service = `http://127.0.0.1:${port}`;
  api = await startApi({ BASE_URL: service });
  await api.app.listen(port, '127.0.0.1');
  folder = mkdtempSync(join(tmpdir(), 'latchkey-registries-'));
  seller = await seedOrganization(api);
  call = callAs(api, seller.oat);
  const period = { ttl: 1, timeframe: 'year' };
  const properties = { policy: { updates: { period } } };
  benefit = (await call('POST', '/v1/benefits/', { type: 'license_keys', description: 'A license key', properties })).body.id;
});
afterAll(async () => {
  api.app.getHttpServer().closeAllConnections();
  await api.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  product = (await seedProduct(api, seller.organization.id, { benefits: [benefit] })).id;
  ({ key, id: keyId } = await seedLicenseKey(api, seller, { benefit_id: benefit }));
});

const emptyFolder = (): string => mkdtempSync(join(folder, 'files-'));

/** Published, at this time if it is given. */
async function published(version: string, file: { kind: string; name: string; bytes: Buffer }, release: object = {}) {
  const { kind, name, bytes } = file;
  const attributes = { product_id: product, version, ...release };
  const { release_id } = await seedRelease(call, attributes, { kind }, bytes, name);
  const { status, text } = await call('POST', `/v1/releases/${release_id}/publish`);
  if (status !== 200) throw new Error(text);
  return release_id;
}

const publishedLongAgo = (release: string) =>
  api.app.get(EntityManager).fork().execute(`update releases.releases set published_at = '2025-01-01' where id = ?`, [release]);

/** What a program prints, also if it fails. */
async function outputOf(program: string, args: readonly string[], options: object): Promise<string> {
  try {
    const { stdout, stderr } = await run(program, [...args], options);
    return `${stdout}${stderr}`;
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    return `${stdout}${stderr}`;
  }
}

/** What happened to a license key or a release, and what the client gets then. */
interface Row<Get> {
  readonly name: string;
  readonly prepare: (releases: Readonly<Record<'1.0.0' | '2.0.0' | '3.0.0-beta.1', string>>) => Promise<unknown>;
  readonly expected: Get;
}

const patchKey = (body: object) => call('PATCH', `/v1/license-keys/${keyId}`, body);
const rollOut = (release: string, rollout_percentage: number) => call('PATCH', `/v1/releases/${release}`, { rollout_percentage });

const NOTHING = async (): Promise<void> => undefined;

describeWith('apt-get')('apt-get', () => {
  const addDeb = (version: string, compression: 'xz' | 'gzip' | 'zstd' = 'xz', release: object = {}) => {
    const fields = { Package: 'acme-tools', Version: version.replace('-', '~'), Architecture: 'amd64' };
    const bytes = debianPackage(emptyFolder(), fields, compression);
    return published(version, { kind: 'deb', name: `acme-tools_${version}+b1_amd64.deb`, bytes }, release);
  };

  /** An installation of apt with nothing of the system, with this suite and license key as the guide says. */
  async function apt(suite: string, installed = '') {
    const root = emptyFolder();
    const at = (...path: string[]) => join(root, ...path);
    for (const path of [
      'etc/apt.conf.d',
      'etc/auth.conf.d',
      'etc/preferences.d',
      'state/lists/partial',
      'cache/archives/partial',
      'downloads',
    ])
      mkdirSync(at(path), { recursive: true });
    const answer = await fetch(`${service}/releases/${product}/dists/key.asc`, {
      headers: { authorization: `Basic ${Buffer.from(`license:${key}`).toString('base64')}` },
    });
    writeFileSync(at('acme.asc'), await answer.text());
    writeFileSync(at('etc/sources.list'), `deb [signed-by=${at('acme.asc')}] ${service}/releases/${product} ${suite} main\n`);
    writeFileSync(at('etc/auth.conf.d/acme.conf'), `machine ${service}/releases/${product}/ login license password ${key}\n`);
    writeFileSync(at('status'), installed);
    writeFileSync(
      at('apt.conf'),
      `Dir "${root}"; Dir::Etc "${at('etc')}"; Dir::Etc::SourceParts "/dev/null"; Dir::Etc::TrustedParts "/dev/null";
       Dir::State "${at('state')}"; Dir::State::status "${at('status')}"; Dir::Cache "${at('cache')}"; Dir::Log "${root}";
       APT::Architecture "amd64"; APT::Architectures "amd64"; APT::Sandbox::User ""; APT::Machine-ID "6c61746368";
       Acquire::Retries "0"; Acquire::Languages "none"; Debug::NoLocking "1";\n`,
    );
    const options = { cwd: at('downloads'), env: { PATH: process.env['PATH'], APT_CONFIG: at('apt.conf'), LC_ALL: 'C' } };
    return {
      get: (...args: string[]) => outputOf('apt-get', ['-y', ...args], options),
      downloads: () => readdirSync(at('downloads')),
    };
  }

  /** The version that is downloaded; what apt says otherwise. */
  async function downloaded(suite: string): Promise<string> {
    const { get, downloads } = await apt(suite);
    const said = `${await get('update')}${await get('download', 'acme-tools')}`;
    return /^acme-tools_(.+)_amd64\.deb$/.exec(downloads()[0] ?? '')?.[1] ?? said;
  }

  const rows: readonly (Row<unknown> & { readonly suite: string })[] = [
    { name: 'has it', suite: 'stable', prepare: NOTHING, expected: '2.0.0' },
    { name: 'beta without the entitlement', suite: 'beta', prepare: NOTHING, expected: '2.0.0' },
    {
      name: 'update period over',
      suite: 'stable',
      prepare: () => patchKey({ updates_until: '2025-06-01T00:00:00Z' }),
      expected: '1.0.0',
    },
    {
      name: 'revoked',
      suite: 'stable',
      prepare: () => patchKey({ status: 'revoked' }),
      expected: expect.stringMatching(/404 +Not Found/),
    },
    {
      name: 'yanked',
      suite: 'stable',
      prepare: (releases) => call('POST', `/v1/releases/${releases['2.0.0']}/yank`, { reason: 'Loses settings.' }),
      expected: '1.0.0',
    },
    // Who installs it for the first time gets it, as apt does with phased updates.
    { name: 'rollout 10 %', suite: 'stable', prepare: (releases) => rollOut(releases['2.0.0'], 10), expected: '2.0.0' },
  ];

  test.each(rows)('$name', async ({ suite, prepare, expected }) => {
    const old = await addDeb('1.0.0', 'gzip');
    await publishedLongAgo(old);
    const releases = {
      '1.0.0': old,
      '2.0.0': await addDeb('2.0.0'),
      '3.0.0-beta.1': await addDeb('3.0.0-beta.1', 'zstd', { channel: 'beta' }),
    };
    await prepare(releases);
    expect(await downloaded(suite)).toEqual(expected);
  });

  test('an upgrade waits until the release is rolled out to the computer', async () => {
    const release = await addDeb('2.0.0', 'xz', { rollout_percentage: 0 });
    const installed =
      'Package: acme-tools\nStatus: install ok installed\nVersion: 1.0.0\nArchitecture: amd64\nMaintainer: Acme\nDescription: Tools\n';
    const { get } = await apt('stable', installed);
    await get('update');
    expect(await get('upgrade', '--simulate')).not.toContain('Inst acme-tools');
    await rollOut(release, 100);
    await get('update');
    expect(await get('upgrade', '--simulate')).toContain('Inst acme-tools [1.0.0] (2.0.0 ');
  });

  test('a repository that is signed with another key is refused', async () => {
    await addDeb('1.0.0');
    const { get } = await apt('stable');
    expect(await get('update')).not.toMatch(/^[WE]:/m);
    const forget = `delete from releases.repository_keys where organization_id = ?`;
    await api.app.get(EntityManager).fork().execute(forget, [seller.organization.id]);
    await addDeb('2.0.0');
    expect(await get('update')).toMatch(/NO_PUBKEY|not signed|couldn't be verified/);
  });
});

describeWith('skopeo')('skopeo', () => {
  const addImage = async (version: string, release: object = {}) =>
    published(version, { kind: 'oci', name: `studio-${version}.oci.tar`, bytes: imageArchive(emptyFolder(), version) }, release);

  const skopeo = (command: string, ...args: string[]) => {
    const home = emptyFolder();
    const env = { PATH: process.env['PATH'], HOME: home, XDG_RUNTIME_DIR: home, TMPDIR: home };
    return outputOf('skopeo', ['--insecure-policy', command, ...args], { env });
  };
  const image = (tag: string) => `docker://${new URL(service).host}/${product}/studio${tag}`;

  /** The text in the image that is pulled; what skopeo says otherwise. */
  async function pulled(tag: string, file = join(emptyFolder(), 'studio.oci.tar')): Promise<string> {
    const args = ['--src-tls-verify=false', '--src-creds', `license:${key}`, '--quiet'];
    const said = await skopeo('copy', ...args, image(tag), `oci-archive:${file}`);
    return said === '' ? textIn(file) : said;
  }

  async function textIn(archive: string): Promise<string> {
    const target = emptyFolder();
    await run('tar', ['-xf', archive, '-C', target]);
    const blob = (digest: string) => join(target, 'blobs/sha256', digest.replace('sha256:', ''));
    const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
    const manifest = json(blob(json(join(target, 'index.json')).manifests[0].digest));
    await run('tar', ['-xf', blob(manifest.layers[0].digest), '-C', target]);
    return readFileSync(join(target, 'text'), 'utf8');
  }

  const rows: readonly (Row<unknown> & { readonly tag: string })[] = [
    { name: 'has it', tag: ':latest', prepare: NOTHING, expected: '2.0.0' },
    { name: 'names a version', tag: ':1.0.0', prepare: NOTHING, expected: '1.0.0' },
    { name: 'beta without the entitlement', tag: ':beta', prepare: NOTHING, expected: '2.0.0' },
    {
      name: 'a version of beta without the entitlement',
      tag: ':3.0.0-beta.1',
      prepare: NOTHING,
      expected: expect.stringContaining('channel'),
    },
    {
      name: 'update period over',
      tag: ':stable',
      prepare: () => patchKey({ updates_until: '2025-06-01T00:00:00Z' }),
      expected: '1.0.0',
    },
    {
      name: 'a version after the update period',
      tag: ':2.0.0',
      prepare: () => patchKey({ updates_until: '2025-06-01T00:00:00Z' }),
      expected: expect.stringContaining('update period'),
    },
    {
      name: 'revoked',
      tag: ':1.0.0',
      prepare: () => patchKey({ status: 'revoked' }),
      expected: expect.stringContaining('unknown'),
    },
    {
      name: 'yanked',
      tag: ':latest',
      prepare: (releases) => call('POST', `/v1/releases/${releases['2.0.0']}/yank`, { reason: 'Loses settings.' }),
      expected: '1.0.0',
    },
    { name: 'rollout to nobody', tag: ':latest', prepare: (releases) => rollOut(releases['2.0.0'], 0), expected: '1.0.0' },
    {
      name: 'a version that is not rolled out',
      tag: ':2.0.0',
      prepare: (releases) => rollOut(releases['2.0.0'], 0),
      expected: '2.0.0',
    },
  ];

  test.each(rows)('$name', async ({ tag, prepare, expected }) => {
    const old = await addImage('1.0.0');
    await publishedLongAgo(old);
    const releases = {
      '1.0.0': old,
      '2.0.0': await addImage('2.0.0'),
      '3.0.0-beta.1': await addImage('3.0.0-beta.1', { channel: 'beta' }),
    };
    await prepare(releases);
    expect(await pulled(tag)).toEqual(expected);
  });

  test('lists tags page by page, pulls by digest, and what it writes can be published', async () => {
    for (const version of ['1.0.0', '1.1.0+build.7', '1.2.0']) await addImage(version);
    const creds = ['--tls-verify=false', '--creds', `license:${key}`];
    const { Tags } = JSON.parse(await skopeo('list-tags', ...creds, image('')));
    expect(Tags).toEqual(['1.0.0', '1.1.0_build.7', '1.2.0', 'alpha', 'beta', 'dev', 'latest', 'stable']);
    const file = join(emptyFolder(), 'studio.oci.tar');
    expect(await pulled(':1.1.0_build.7', file)).toBe('1.1.0+build.7');
    const { Digest } = JSON.parse(await skopeo('inspect', ...creds, image(':1.0.0')));
    expect(await pulled(`@${Digest}`)).toBe('1.0.0');
    await published('1.3.0', { kind: 'oci', name: 'studio-1.3.0.oci.tar', bytes: readFileSync(file) });
    expect(await pulled(':latest')).toBe('1.1.0+build.7');
    expect(await skopeo('list-tags', '--tls-verify=false', image(''))).toMatch(/unauthorized|authentication required/i);
  });
});
