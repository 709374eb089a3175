import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { postgresUser } from '../../apps/standalone/postgres-user.ts';
import { eventually } from './eventually.ts';
import { queryAt } from './own-postgres.ts';

/** The path of Debian's package: the folder is not in the PATH of every user. */
const PROGRAM = '/usr/sbin/pgbouncer';

export const hasPgBouncer = (): boolean => spawnSync(PROGRAM, ['--version']).status === 0;

/** PgBouncer in transaction mode, in front of a database that trusts connections or has a password in its URL. */
export class PgBouncer implements AsyncDisposable {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    /** The URL of the database, through PgBouncer. */
    readonly url: string,
  ) {}

  /** `connections`: how many of PostgreSQL it uses at most. */
  static async start(databaseUrl: string, connections: number): Promise<PgBouncer> {
    const { hostname, port, username, password, pathname } = new URL(databaseUrl);
    const database = pathname.slice(1);
    const folder = mkdtempSync('/tmp/latchkey-');
    const server = [`host=${hostname}`, `port=${port || 5432}`, `dbname=${database}`, `user=${username}`];
    if (password) server.push(`password=${decodeURIComponent(password)}`);
    const settings = [
      '[databases]',
      `${database} = ${server.join(' ')}`,
      '[pgbouncer]',
      'listen_port = 6432',
      `unix_socket_dir = ${folder}`,
      'auth_type = any',
      'pool_mode = transaction',
      `default_pool_size = ${connections}`,
      'max_client_conn = 200',
    ];
    const file = join(folder, 'pgbouncer.ini');
    writeFileSync(file, `${settings.join('\n')}\n`);
    const user = postgresUser(undefined);
    chmodSync(folder, 0o700);
    if (user.uid !== undefined) for (const path of [file, folder]) chownSync(path, user.uid, user.gid!);
    const child = spawn(PROGRAM, ['-q', file], { ...user, cwd: '/', stdio: 'ignore' });
    const url = `postgres://${username}@${encodeURIComponent(folder)}:6432/${database}`;
    const pgBouncer = new PgBouncer(child, folder, url);
    await eventually(() =>
      queryAt(url, 'select 1').then(
        () => true,
        () => false,
      ),
    );
    return pgBouncer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}
