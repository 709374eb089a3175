import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';

/** A Redis of a suite's own, by the program `redis-server`, with empty data. */
export class RedisServer implements AsyncDisposable {
  private constructor(
    readonly url: URL,
    /** A client for the test itself. */
    readonly client: Redis,
    private readonly process: ChildProcess,
    private readonly folder: string,
  ) {}

  /** `options` are those of the command line, such as `--replicaof`. */
  static start(...options: readonly string[]): Promise<RedisServer> {
    return RedisServer.run(['--save', '', '--repl-diskless-sync-delay', '0', ...options]);
  }

  /** A Sentinel that knows the primary by a name, and calls for another one a second after its last reply, if one more agrees. */
  static async sentinel(name: string, primary: RedisServer): Promise<RedisServer> {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-sentinel-'));
    const file = join(folder, 'sentinel.conf');
    const lines = [
      `sentinel monitor ${name} 127.0.0.1 ${primary.url.port} 2`,
      `sentinel down-after-milliseconds ${name} 1000`,
      `sentinel failover-timeout ${name} 5000`,
    ];
    writeFileSync(file, lines.join('\n'));
    return RedisServer.run([file, '--sentinel'], folder);
  }

  private static async run(
    options: readonly string[],
    folder = mkdtempSync(join(tmpdir(), 'latchkey-redis-')),
  ): Promise<RedisServer> {
    const port = await freePort();
    // A file of settings comes before the options.
    const file = options[0]!.startsWith('--') ? [] : [options[0]!];
    const own = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder];
    const server = spawn('redis-server', [...file, ...own, ...options.slice(file.length)], { stdio: 'ignore' });
    await once(server, 'spawn');
    const client = new Redis(port, '127.0.0.1').on('error', () => undefined);
    await client.ping();
    return new RedisServer(new URL(`redis://127.0.0.1:${port}`), client, server, folder);
  }

  /** Becomes a replica of another one, and has its data. */
  async follow(primary: RedisServer): Promise<void> {
    await this.client.replicaof(primary.url.hostname, Number(primary.url.port));
    await eventually(async () => (await this.client.info('replication')).includes('master_link_status:up'));
  }

  /** Ends at once, like the machine that it runs on. */
  async crash(): Promise<void> {
    const gone = once(this.process, 'exit');
    if (this.process.kill('SIGKILL')) await gone;
  }

  /** Stops being a replica. */
  async lead(): Promise<void> {
    await this.client.replicaof('no', 'one');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.client.disconnect();
    await this.crash();
    rmSync(this.folder, { recursive: true });
  }
}

/** Three primaries with a replica each, as one cluster. */
export class RedisCluster implements AsyncDisposable {
  private constructor(readonly nodes: readonly RedisServer[]) {}

  static async start(): Promise<RedisCluster> {
    const nodes: RedisServer[] = [];
    const addresses: string[] = [];
    while (nodes.length < 6) {
      const busPort = String(await freePort());
      const node = await RedisServer.start(
        '--cluster-enabled',
        'yes',
        '--cluster-node-timeout',
        '2000',
        '--cluster-port',
        busPort,
      );
      nodes.push(node);
      addresses.push(`${node.url.host}@${busPort}`);
    }
    execFileSync('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-replicas', '1', '--cluster-yes']);
    const cluster = new RedisCluster(nodes);
    await eventually(async () => {
      const states = await Promise.all(nodes.map(({ client }) => client.cluster('INFO')));
      const replicas = await Promise.all(nodes.map(({ client }) => client.info('replication')));
      const isLinked = (text: string): boolean => text.includes('role:master') || text.includes('master_link_status:up');
      return states.every((state) => state.includes('cluster_state:ok')) && replicas.every(isLinked);
    });
    return cluster;
  }

  /** The primary that has the slot of a key. */
  async ownerOf(key: string): Promise<RedisServer> {
    const { client } = this.nodes[0]!;
    const slot = await client.cluster('KEYSLOT', key);
    const ranges = await client.cluster('SLOTS');
    const [, , primary] = ranges.find(([first, last]) => first <= slot && slot <= last)!;
    return this.nodes.find(({ url }) => Number(url.port) === primary![1])!;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const node of this.nodes) await node[Symbol.asyncDispose]();
  }
}
