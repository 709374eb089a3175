import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
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
  static async start(...options: readonly string[]): Promise<RedisServer> {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-redis-'));
    const own = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder, '--save', '', '--repl-diskless-sync-delay', '0'];
    const server = spawn('redis-server', [...own, ...options], { stdio: 'ignore' });
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

  /** Stops being a replica. */
  async lead(): Promise<void> {
    await this.client.replicaof('no', 'one');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.client.disconnect();
    const gone = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await gone;
    rmSync(this.folder, { recursive: true });
  }
}
