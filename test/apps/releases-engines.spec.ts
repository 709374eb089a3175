import { execFile, spawnSync } from 'node:child_process';
import { type IncomingMessage, request, type RequestOptions } from 'node:http';
import { createRequire } from 'node:module';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { latchkey } from '../support/cli.ts';
import { freePort } from '../support/free-port.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seedLicenseKey } from '../support/seed-license-key.ts';
import { seedArtifact } from '../support/seed-release.ts';
import { seedProduct } from '../support/seed-product.ts';
import { seedOrganization, type SeededOrganization } from '../support/seed.ts';

/** Package managers start slowly on a busy machine. */
import.meta.jest.setTimeout(240_000);

const run = promisify(execFile);
const hasPip = spawnSync('python3', ['-m', 'pip', '--version']).status === 0;

let api: TestApi;
let service: string;
let folder: string;
let seller: SeededOrganization;
let call: Call;
let benefit: string;
let product: string;
beforeAll(async () => {
  const port = await freePort();
  service = `http://127.0.0.1:${port}`;
  api = await startApi({ BASE_URL: service });
  await api.app.listen(port, '127.0.0.1');
  folder = mkdtempSync(join(tmpdir(), 'latchkey-engines-'));
  seller = await seedOrganization(api);
  call = callAs(api, seller.oat);
  benefit = (await seedBenefit(api, seller.organization.id)).id;
});
afterAll(async () => {
  // Clients keep their connections for a minute.
  api.app.getHttpServer().closeAllConnections();
  await api.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  product = (await seedProduct(api, seller.organization.id, { benefits: [benefit] })).id;
});

const keyOf = () => seedLicenseKey(api, seller, { benefit_id: benefit });
const at = (...path: string[]): string => {
  const place = join(folder, ...path);
  mkdirSync(place, { recursive: true });
  return place;
};

/** The outcome of a package manager: what it says if it fails. */
const outcomeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'installed';
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    return `${stdout}${stderr}`;
  }
};

async function published(version: string, files: string, channel = 'stable'): Promise<string> {
  const args = ['releases', 'publish', '--product', product, '--version', version, '--channel', channel, files, '--json'];
  const { exitCode, out, err } = await latchkey(args, { BASE_URL: service, LATCHKEY_TOKEN: seller.oat });
  if (exitCode !== 0) throw new Error(err);
  return (JSON.parse(out) as { readonly id: string }).id;
}

describe('npm', () => {
  /** A package as `npm pack` makes it, published. */
  async function publishedPackage(version: string, channel?: string): Promise<string> {
    const [source, packed] = [at(product, `source-${version}`), at(product, `packed-${version}`)];
    writeFileSync(join(source, 'package.json'), JSON.stringify({ name: '@acme/widget', version, main: 'index.js' }));
    writeFileSync(join(source, 'index.js'), `module.exports = '${version}';`);
    await run('npm', ['pack', '--silent', '--pack-destination', packed], { cwd: source });
    return published(version, packed, channel);
  }

  /** `npm install` in an empty project, as the guide says. */
  async function install(key: string, wanted: string): Promise<string> {
    const project = mkdtempSync(join(folder, 'project-'));
    const host = `${new URL(service).host}/releases/${product}`;
    writeFileSync(join(project, 'package.json'), '{}');
    writeFileSync(join(project, '.npmrc'), `@acme:registry=http://${host}/npm/\n//${host}/:_authToken=\${KEY}\n`);
    const env = { ...process.env, KEY: key, npm_config_cache: join(project, '.cache'), npm_config_userconfig: '/dev/null' };
    // The npm that runs the tests may be silent.
    const args = ['install', wanted, '--loglevel=error', '--no-audit', '--no-fund', '--fetch-retries=0'];
    const outcome = await outcomeOf(run('npm', args, { cwd: project, env }));
    if (outcome !== 'installed') return outcome;
    const installed = join(project, 'node_modules/@acme/widget/package.json');
    return (JSON.parse(readFileSync(installed, 'utf8')) as { readonly version: string }).version;
  }

  test('installs what the license key gets: the newest stable version, a tag, and a yanked version that is named', async () => {
    await publishedPackage('1.9.0');
    await publishedPackage('1.10.0');
    await publishedPackage('2.0.0-beta.1', 'beta');
    const bad = await publishedPackage('1.11.0');
    await call('POST', `/v1/releases/${bad}/yank`, { reason: 'Loses settings.' });
    const { key, id } = await keyOf();
    expect(await install(key, '@acme/widget')).toBe('1.10.0');
    expect(await install(key, '@acme/widget@1.11.0')).toBe('1.11.0');
    expect(await install(key, '@acme/widget@2.0.0-beta.1')).toMatch(/No matching version|ETARGET/);
    expect(await install('unknown', '@acme/widget')).toMatch(/E404/);
    await call('PATCH', `/v1/license-keys/${id}`, { expires_at: '2026-01-01T00:00:00Z' });
    expect(await install(key, '@acme/widget')).toMatch(/E404/);
  });
});

describe('electron-updater', () => {
  const load = createRequire(import.meta.url);
  const { AppImageUpdater } = load('electron-updater/out/AppImageUpdater.js') as typeof import('electron-updater');
  const { ElectronHttpExecutor } = load('electron-updater/out/electronHttpExecutor.js') as {
    ElectronHttpExecutor: new () => object;
  };
  /** Requests of Node instead of those of Electron, which is not there. */
  class NodeHttpExecutor extends ElectronHttpExecutor {
    createRequest(options: RequestOptions, callback: (response: IncomingMessage) => void) {
      return request(options, callback);
    }
  }
  const FILE = { platform: 'linux', architecture: process.arch === 'arm64' ? 'arm64' : 'x64' };

  async function publishedApp(version: string, attributes: object = {}): Promise<string> {
    const { body } = await call('POST', '/v1/releases/', { product_id: product, version, ...attributes });
    await seedArtifact(call, body.id, FILE, Buffer.from(`app ${version}`), `acme-${version}.AppImage`);
    await call('POST', `/v1/releases/${body.id}/publish`);
    return body.id;
  }

  /** What an installation of 1.0.0 has after its update: the version that is offered, and the bytes. */
  async function update(key: string, channel = 'latest'): Promise<string> {
    const place = mkdtempSync(join(folder, 'electron-'));
    writeFileSync(join(place, 'acme.AppImage'), 'app 1.0.0');
    writeFileSync(join(place, 'app-update.yml'), 'updaterCacheDirName: acme-updater\n');
    process.env['APPIMAGE'] = join(place, 'acme.AppImage');
    const app = {
      version: '1.0.0',
      name: 'acme',
      isPackaged: true,
      appUpdateConfigPath: join(place, 'app-update.yml'),
      userDataPath: place,
      baseCachePath: place,
      whenReady: async () => {},
      relaunch: () => {},
      quit: () => {},
      onQuit: () => {},
    };
    const url = `${service}/releases/${product}/electron`;
    const updater = new AppImageUpdater(null, app);
    Object.assign(updater, { httpExecutor: new NodeHttpExecutor(), logger: null, autoDownload: false });
    Object.assign(updater, { disableDifferentialDownload: true, requestHeaders: { Authorization: `Bearer ${key}` } });
    updater.setFeedURL({ provider: 'generic', url, channel });
    const found = await updater.checkForUpdates().catch((error: Error) => error);
    if (found instanceof Error) return /HttpError: \d+/.exec(String(found))?.[0] ?? String(found);
    if (!found?.isUpdateAvailable) return 'nothing';
    const [file] = await updater.downloadUpdate();
    return `${found.updateInfo.version}: ${readFileSync(file!, 'utf8')}`;
  }

  test('updates to what the license key gets, by channel and rollout', async () => {
    await publishedApp('2.0.0');
    await publishedApp('2.2.0', { rollout_percentage: 0 });
    const flag = { type: 'feature_flag', description: 'Beta', properties: {} };
    const beta = (await call('POST', '/v1/benefits/', flag)).body.id;
    await publishedApp('3.0.0-beta.1', { channel: 'beta', required_benefit_ids: [beta] });
    const bad = await publishedApp('2.1.0');
    const { key, id } = await keyOf();
    expect(await update(key)).toBe('2.1.0: app 2.1.0');
    await call('POST', `/v1/releases/${bad}/yank`, { reason: 'Loses settings.' });
    expect(await update(key)).toBe('2.0.0: app 2.0.0');
    expect(await update(key, 'beta')).toBe('2.0.0: app 2.0.0');
    expect(await update('unknown')).toBe('HttpError: 404');
    await call('PATCH', `/v1/license-keys/${id}`, { status: 'revoked' });
    expect(await update(key)).toBe('HttpError: 404');
  });
});

(hasPip ? describe : describe.skip)('pip', () => {
  /** A wheel of one module, published. */
  async function publishedWheel(version: string): Promise<string> {
    const files = at(product, `wheel-${version}`);
    const wheel = join(files, `acme_tools-${version}-py3-none-any.whl`);
    const info = `acme_tools-${version}.dist-info`;
    const contents = {
      'acme_tools.py': `VERSION = '${version}'\n`,
      [`${info}/METADATA`]: `Metadata-Version: 2.1\nName: acme-tools\nVersion: ${version}\n`,
      [`${info}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
      [`${info}/RECORD`]: '',
    };
    const script =
      'import json, sys, zipfile\nwith zipfile.ZipFile(sys.argv[1], "w") as z:\n  [z.writestr(n, t) for n, t in json.loads(sys.argv[2]).items()]';
    await run('python3', ['-c', script, wheel, JSON.stringify(contents)]);
    return published(version, files);
  }

  async function install(key: string, wanted: string): Promise<string> {
    const target = mkdtempSync(join(folder, 'target-'));
    const index = `http://__token__:${encodeURIComponent(key)}@${new URL(service).host}/releases/${product}/pypi/simple/`;
    const args = [
      '-m',
      'pip',
      'install',
      '--isolated',
      '--no-cache-dir',
      '--retries',
      '0',
      '--disable-pip-version-check',
      '--quiet',
    ];
    const outcome = await outcomeOf(run('python3', [...args, '--target', target, '--index-url', index, wanted]));
    return outcome === 'installed' ? readFileSync(join(target, 'acme_tools.py'), 'utf8').trim() : outcome;
  }

  test('installs what the license key gets: the newest version, and a yanked one that is pinned', async () => {
    await publishedWheel('1.9.0');
    await publishedWheel('1.10.0');
    const bad = await publishedWheel('1.11.0');
    await call('POST', `/v1/releases/${bad}/yank`, { reason: 'Loses settings.' });
    const { key, id } = await keyOf();
    expect(await install(key, 'acme-tools')).toBe(`VERSION = '1.10.0'`);
    expect(await install(key, 'acme-tools==1.11.0')).toBe(`VERSION = '1.11.0'`);
    expect(await install('unknown', 'acme-tools')).toMatch('No matching distribution');
    await call('PATCH', `/v1/license-keys/${id}`, { status: 'revoked' });
    expect(await install(key, 'acme-tools')).toMatch('No matching distribution');
  });
});

describe('requests of updaters', () => {
  const ask = async (path: string, key: string, headers: object = {}) => {
    const response = await fetch(`${service}/releases/${product}/${path}`, {
      headers: { authorization: `Bearer ${key}`, ...headers },
    });
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };

  async function release(version: string): Promise<void> {
    const { id } = (
      await call('POST', '/v1/releases/', { product_id: product, version, notes: { en: 'Say "hi":\n- new', de: 'Neu' } })
    ).body;
    await seedArtifact(call, id, { platform: 'windows', architecture: 'x64' }, undefined, 'acme setup.exe');
    await seedArtifact(call, id, { platform: 'linux', architecture: 'x64', signature: 'c2ln' }, undefined, 'acme.AppImage');
    await call('POST', `/v1/releases/${id}/publish`);
  }

  test('Tauri gets a signed update that is newer, and 204 otherwise', async () => {
    await release('3.2.1');
    const { key } = await keyOf();
    const { status, text } = await ask('tauri/linux/x86_64/3.2.0', key);
    expect([status, JSON.parse(text)]).toEqual([
      200,
      {
        version: '3.2.1',
        pub_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        url: `${service}/releases/${product}/files/3.2.1/acme.AppImage`,
        signature: 'c2ln',
        notes: 'Say "hi":\n- new',
      },
    ]);
    const german = await ask('tauri/linux/x86_64/3.2.0', key, { 'accept-language': 'de-DE' });
    expect(JSON.parse(german.text)).toMatchObject({ notes: 'Neu' });
    expect((await ask('tauri/linux/x86_64/3.2.1', key)).status).toBe(204);
    expect((await ask('tauri/windows/x86_64/3.2.0', key)).status).toBe(204);
    expect((await ask('tauri/linux/x86_64/nonsense', key)).status).toBe(422);
    expect((await ask('tauri/linux/x86_64/3.2.0', 'unknown')).status).toBe(404);
  });

  test('a request without a license key, or with an unreadable one, gets 401 of every engine', async () => {
    await release('3.2.1');
    for (const path of ['npm/widget', 'pypi/simple/', 'pypi/simple/widget/', 'electron/latest.yml', 'tauri/linux/x86_64/1.0']) {
      const response = await fetch(`${service}/releases/${product}/${path}`);
      expect([path, response.status, response.headers.get('www-authenticate')]).toEqual([
        path,
        401,
        expect.stringContaining('Bearer'),
      ]);
    }
  });
});
