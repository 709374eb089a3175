import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request as requestPlain } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Config } from '#platform/config';
import { ActivationLoad } from '../support/activation-load.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { ROOT, startApiProcess } from '../support/processes.ts';

/** Starts processes on a machine that may be busy. */
import.meta.jest.setTimeout(240_000);

const FOLDER = join(ROOT, 'deploy/machine');
const HOST = 'licenses.example.com';
const UNITS = ['latchkey-api.service', 'latchkey-worker.service', 'latchkey-migrate.service'];
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

const runs = (program: string, argument: string): boolean => spawnSync(program, [argument]).status === 0;
const [NGINX, CADDY] = ['/usr/sbin/nginx', '/usr/bin/caddy'];
const hasSystemd = runs('systemd-analyze', '--version');
const hasProxies = runs(NGINX, '-v') && runs(CADDY, 'version') && runs('openssl', 'version');
if (!hasSystemd) process.stderr.write('Left out: the units of systemd, which is not installed.\n');
if (!hasProxies) process.stderr.write('Left out: nginx and Caddy in front of the API, which are not installed.\n');

async function temporaryFolder(resources: AsyncDisposableStack): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-machine-'));
  resources.defer(() => rmSync(folder, { recursive: true }));
  return folder;
}

const withSystemd = hasSystemd ? describe : describe.skip;
withSystemd('systemd', () => {
  test('understands every line of the units, and runs commands that exist', async () => {
    await using resources = new AsyncDisposableStack();
    const root = await temporaryFolder(resources);
    cpSync('/usr/lib/systemd/system', join(root, 'usr/lib/systemd/system'), { recursive: true });
    const [units, program] = ['etc/systemd/system', 'opt/latchkey/bin'].map((path) => join(root, path));
    for (const folder of [units!, program!]) mkdirSync(folder, { recursive: true });
    for (const unit of UNITS) cpSync(join(FOLDER, unit), join(units!, unit));
    cpSync(join(ROOT, 'bin/latchkey'), join(program!, 'latchkey'));
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', `--root=${root}`, ...UNITS], { encoding: 'utf8' });
    expect({ status, output: stdout + stderr }).toEqual({ status: 0, output: '' });

    const commands = UNITS.map((unit) => /^ExecStart=\/opt\/latchkey\/bin\/latchkey (.+)$/m.exec(read(unit))![1]!);
    const { stdout: help } = spawnSync(join(ROOT, 'bin/latchkey'), ['--help'], { encoding: 'utf8' });
    expect(commands.filter((command) => !new RegExp(`^ +(latchkey )?${command}\\b`, 'm').test(help))).toEqual([]);
  });
});

test('the settings of the machine are settings of the service, and complete', () => {
  const entries = [...read('latchkey.env').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!] as const);
  const documented = readFileSync(join(ROOT, 'docs/configuration.md'), 'utf8');
  expect(entries.filter(([name]) => !documented.includes(`\`${name}\``))).toEqual([]);
  const filledIn = { ...Object.fromEntries(entries), SECRET_KEY: Buffer.alloc(32, 7).toString('base64') };
  expect(Config.from(filledIn)).toMatchObject({ baseUrl: `https://${HOST}`, trustedProxies: ['127.0.0.1'] });
});

interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

interface Request {
  readonly method?: string;
  readonly headers?: Record<string, string | number>;
  readonly body?: string;
  /** The address of the client, one of this machine. */
  readonly from?: string;
}

function send(port: number, isSecure: boolean, path: string, given: Request = {}): Promise<Response> {
  const { method = 'GET', headers = {}, body, from = '127.0.0.2' } = given;
  const options = {
    port,
    path,
    method,
    host: '127.0.0.1',
    localAddress: from,
    headers: { host: HOST, ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
  };
  const own = { servername: HOST, rejectUnauthorized: false };
  const sent = isSecure
    ? requestSecurely({ ...options, ...own, agent: false })
    : requestPlain({ ...options, agent: new Agent() });
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    sent.once('response', (response) => {
      isAnswered = true;
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.once('end', () => resolve({ status: response.statusCode!, headers: response.headers, body: text }));
    });
    // A body that nobody reads may be cut off after the response.
    sent.on('error', (error) => isAnswered || reject(error)).end(body);
  });
}

interface Ports {
  readonly plain: number;
  readonly secure: number;
  readonly api: number;
}

/** The file as it is delivered, with ports of this test and a certificate of its own. */
function nginxFile(folder: string, { plain, secure, api }: Ports): string {
  const site = read('nginx.conf')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${secure} ssl http2;`)
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('127.0.0.1:3000', `127.0.0.1:${api}`)
    .replaceAll(`/etc/letsencrypt/live/${HOST}`, folder);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
  return `daemon off; pid ${folder}/nginx.pid; error_log stderr;\nevents {}\nhttp {\naccess_log off; ${paths.join(' ')}\n${site}\n}\n`;
}

const caddyFile = (folder: string, { plain, secure, api }: Ports): string =>
  `{\nadmin off\nhttp_port ${plain}\nhttps_port ${secure}\n}\n${read('Caddyfile')
    .replace(`${HOST} {`, `${HOST} {\ntls ${folder}/fullchain.pem ${folder}/privkey.pem`)
    .replace('127.0.0.1:3000', `127.0.0.1:${api}`)}`;

const PROXIES: readonly [name: string, file: typeof nginxFile, command: (file: string) => readonly [string, string[]]][] = [
  ['nginx', nginxFile, (file) => [NGINX, ['-c', file]]],
  ['Caddy', caddyFile, (file) => [CADDY, ['run', '--adapter', 'caddyfile', '--config', file]]],
];

async function startBehind([, fileOf, commandOf]: (typeof PROXIES)[number], resources: AsyncDisposableStack) {
  const folder = await temporaryFolder(resources);
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...files, ...subject], {
    stdio: 'pipe',
  });
  const database = await freshDatabase();
  resources.defer(() => database.drop());
  const load = await ActivationLoad.seed(database.url);
  const env = { TRUSTED_PROXIES: '127.0.0.1', BASE_URL: `https://${HOST}`, LATCHKEY_DATA: folder };
  const api = resources.use(await startApiProcess(database.url, env));
  const ports = { plain: await freePort(), secure: await freePort(), api: Number(new URL(api.url).port) };
  const file = join(folder, 'settings');
  writeFileSync(file, fileOf(folder, ports));
  const [program, args] = commandOf(file);
  let said = '';
  const proxy: ChildProcess = spawn(program, args, { cwd: folder, env: { HOME: folder }, stdio: ['ignore', 'ignore', 'pipe'] });
  proxy.stderr!.setEncoding('utf8').on('data', (text: string) => (said += text));
  resources.defer(async () => {
    proxy.kill('SIGTERM');
    if (proxy.exitCode === null) await once(proxy, 'close');
  });
  await eventually(async () => {
    if (proxy.exitCode !== null) throw new Error(said);
    return (await send(ports.secure, true, '/health/ready').catch(() => ({ status: 0 }))).status === 200;
  });
  return { load, api, ports };
}

const behindProxies = hasProxies ? describe : describe.skip;
behindProxies.each(PROXIES)('behind %s', (...proxy) => {
  test('clients are told apart, large bodies arrive, and refusals are those of the service', async () => {
    await using resources = new AsyncDisposableStack();
    const { load, api, ports } = await startBehind(proxy, resources);
    const secure = (path: string, given?: Request) => send(ports.secure, true, path, given);

    const plain = await send(ports.plain, false, '/portal');
    expect([plain.status, plain.headers['location']]).toEqual([308, `https://${HOST}/portal`]);

    // Failures are counted by network: what a client says of itself changes nothing, and another client has its own.
    const guess = async (key: string, from: string, forged: string): Promise<number> => {
      const body = JSON.stringify({ key, organization_id: load.key.organization_id });
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': forged };
      const path = '/v1/customer-portal/license-keys/validate';
      const { status, headers: answered } = await secure(path, { method: 'POST', headers, body, from });
      expect(status).toBe(404);
      return Number(/;r=(\d+)/.exec(String(answered['ratelimit']))![1]);
    };
    const first = await guess('unknown 1', '127.0.0.2', '192.0.2.1');
    expect(await guess('unknown 2', '127.0.0.2', '192.0.2.2')).toBe(first - 1);
    expect(await guess('unknown 3', '127.0.0.3', '192.0.2.2')).toBe(first);
    expect(api.output()).not.toContain('is not in TRUSTED_PROXIES');

    const ingest = (bytes: number, headers: Record<string, string> = {}) => {
      const body = JSON.stringify({ events: [{ name: 'x'.repeat(bytes), external_customer_id: 'nobody' }] });
      return secure('/v1/events/ingest', { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
    };
    const token = { authorization: `Bearer ${load.token}` };
    const [tooLong, tooLarge, stranger] = [
      await ingest(9 * 2 ** 20, token),
      await ingest(11 * 2 ** 20, token),
      await ingest(9 * 2 ** 20),
    ];
    expect([tooLong.status, JSON.parse(tooLong.body)]).toEqual([
      422,
      { detail: [expect.objectContaining({ loc: expect.anything() })] },
    ]);
    expect([tooLarge.status, JSON.parse(tooLarge.body)]).toMatchObject([413, { error: 'RequestBodyTooLarge' }]);
    expect([stranger.status, JSON.parse(stranger.body)]).toMatchObject([401, { error: expect.any(String) }]);

    const page = await secure('/console');
    expect([page.status, String(page.headers['content-type'])]).toEqual([200, expect.stringContaining('text/html')]);
    expect((await secure('/metrics')).status).toBe(404);
  });
});
