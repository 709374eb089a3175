import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ActivationLoad } from '../support/activation-load.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { type ApiProcess, startApiProcess } from '../support/processes.ts';

/** Starts processes on a machine that may be busy. */
import.meta.jest.setTimeout(240_000);

const [HAPROXY, CADDY] = ['/usr/sbin/haproxy', '/usr/bin/caddy'];
const hasProxies = [[HAPROXY, '-v'] as const, [CADDY, 'version'] as const].every(
  ([program, argument]) => spawnSync(program, [argument]).status === 0,
);
if (!hasProxies) process.stderr.write('Left out: rolling restarts behind Caddy and haproxy, which are not installed.\n');

const LANES = 6;
/** After so many responses of others nobody asks a process any more. */
const MANY = 50 * LANES;
/** Longer than the test: the second signal ends the time for which a process serves requests after the first one. */
const DRAIN_SECONDS = '300';

interface Response {
  readonly status: number;
  readonly closes: boolean;
  /** Which process a proxy has asked. */
  readonly server: string;
}

/** Requests without a pause on connections that are kept alive. */
class KeepAliveLoad implements AsyncDisposable {
  readonly failures: string[] = [];
  /** The responses since `forget`, by process. */
  readonly responses = new Map<string, number>();
  private readonly agent = new Agent({ keepAlive: true });
  private isOver = false;
  private readonly lanes: Promise<unknown>;

  /** A lane goes on at the next address when its connection is closed, as behind a load balancer. */
  constructor(
    private readonly addresses: readonly string[],
    private readonly load: ActivationLoad,
  ) {
    this.lanes = Promise.all(Array.from({ length: LANES }, (_, lane) => this.run(lane)));
  }

  forget(): void {
    this.responses.clear();
  }

  /** Waits until all requests go to other processes. */
  async leaves(server: string): Promise<void> {
    this.forget();
    await eventually(() => {
      if (this.responses.has(server)) this.forget();
      return [...this.responses.values()].reduce((sum, count) => sum + count, 0) >= MANY;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.isOver = true;
    await this.lanes;
    this.agent.destroy();
  }

  private async run(lane: number): Promise<void> {
    for (let at = lane; !this.isOver;) {
      const address = this.addresses[at % this.addresses.length]!;
      try {
        const { status, closes, server } = await this.validate(address);
        if (status !== 200) this.failures.push(`${address}: ${status}`);
        this.responses.set(server, (this.responses.get(server) ?? 0) + 1);
        if (closes) at++;
      } catch (error) {
        this.failures.push(`${address}: ${String(error)}`);
      }
    }
  }

  private validate(address: string): Promise<Response> {
    const { key, organization_id } = this.load.key;
    const body = JSON.stringify({ key, organization_id });
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    return new Promise((resolve, reject) => {
      request(
        `${address}/v1/customer-portal/license-keys/validate`,
        { method: 'POST', agent: this.agent, headers },
        (response) => {
          response.once('error', reject).resume();
          const { connection, 'x-server': server } = response.headers;
          response.once('end', () =>
            resolve({ status: response.statusCode!, closes: connection === 'close', server: String(server ?? address) }),
          );
        },
      )
        .once('error', reject)
        .end(body);
    });
  }
}

interface Pair extends AsyncDisposable {
  readonly addresses: readonly string[];
  readonly load: ActivationLoad;
  /** Replaces one process after the other. The load leaves each before it ends; its successor is ready, and `isUsed`, before the next one ends. */
  restart(load: KeepAliveLoad, isUsed: (address: string) => Promise<unknown>): Promise<void>;
}

async function startPair(): Promise<Pair> {
  await using resources = new AsyncDisposableStack();
  const database = await freshDatabase();
  resources.defer(() => database.drop());
  const load = await ActivationLoad.seed(database.url);
  const ports = [await freePort(), await freePort()];
  const start = (port: number) => startApiProcess(database.url, { PORT: String(port), SHUTDOWN_DRAIN_SECONDS: DRAIN_SECONDS });
  const running: ApiProcess[] = await Promise.all(ports.map(start));
  resources.defer(async () => void (await Promise.all(running.map((api) => api.end('SIGKILL')))));
  const held = resources.move();
  return {
    addresses: ports.map((port) => `http://127.0.0.1:${port}`),
    load,
    restart: async (requests, isUsed) => {
      for (const [index, port] of ports.entries()) {
        running[index]!.child.kill('SIGTERM');
        await requests.leaves(`http://127.0.0.1:${port}`);
        await running[index]!.end();
        expect(running[index]!.child.exitCode).toBe(0);
        running[index] = await start(port);
        await isUsed(`http://127.0.0.1:${port}`);
      }
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

test('no request on a connection that is kept alive fails while processes are replaced', async () => {
  await using pair = await startPair();
  await using load = new KeepAliveLoad(pair.addresses, pair.load);
  await pair.restart(load, async () => undefined);
  load.forget();
  await eventually(() => load.responses.size > 0);
  expect(load.failures).toEqual([]);
});

/** A response that is late on a busy machine is none that failed. */
const CHECK_TIMEOUT = '60s';

const haproxyFile = (port: number, servers: readonly string[]): string => `
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  timeout check ${CHECK_TIMEOUT}
frontend latchkey
  bind 127.0.0.1:${port}
  default_backend apis
backend apis
  balance roundrobin
  option httpchk GET /health/ready
  http-response set-header X-Server http://%[srv_name]
  default-server check inter 200ms fall 1 rise 1
${servers.map((server) => `  server ${server} ${server}`).join('\n')}
`;

const caddyFile = (port: number, servers: readonly string[]): string => `{
  admin off
  auto_https off
}
http://127.0.0.1:${port} {
  reverse_proxy ${servers.join(' ')} {
    health_uri /health/ready
    health_interval 200ms
    health_timeout ${CHECK_TIMEOUT}
    header_down X-Server http://{http.reverse_proxy.upstream.hostport}
  }
}
`;

const PROXIES: readonly [name: string, file: typeof caddyFile, command: (file: string) => readonly [string, string[]]][] = [
  ['Caddy', caddyFile, (file) => [CADDY, ['run', '--adapter', 'caddyfile', '--config', file]]],
  ['haproxy', haproxyFile, (file) => [HAPROXY, ['-db', '-q', '-f', file]]],
];

const behindProxies = hasProxies ? describe : describe.skip;

behindProxies('with Caddy and haproxy', () => {
  test.each(PROXIES)('nor does one behind %s', async (_name, fileOf, commandOf) => {
    await using pair = await startPair();
    await using resources = new AsyncDisposableStack();
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-proxy-'));
    resources.defer(() => rmSync(folder, { recursive: true }));
    const port = await freePort();
    const file = join(folder, 'settings');
    writeFileSync(
      file,
      fileOf(
        port,
        pair.addresses.map((address) => new URL(address).host),
      ),
    );
    const [program, args] = commandOf(file);
    const proxy: ChildProcess = spawn(program, args, { cwd: folder, env: { HOME: folder }, stdio: 'ignore' });
    resources.defer(async () => {
      proxy.kill('SIGKILL');
      if (proxy.exitCode === null) await once(proxy, 'close');
    });
    const address = `http://127.0.0.1:${port}`;
    await eventually(() =>
      fetch(`${address}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    const load = resources.use(new KeepAliveLoad([address], pair.load));
    const isUsed = async (server: string): Promise<void> => {
      load.forget();
      await eventually(() => load.responses.has(server));
    };
    await isUsed(pair.addresses[0]!);
    await isUsed(pair.addresses[1]!);
    await pair.restart(load, isUsed);
    expect(load.failures).toEqual([]);
  });
});
