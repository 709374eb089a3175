import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { SUPERUSER } from '../../apps/standalone/initdb.ts';
import { eventually } from './eventually.ts';
import { OwnPostgres } from './own-postgres.ts';

/** Makes the files of a standby that follows the primary. */
function copyCluster(primary: OwnPostgres, standby: OwnPostgres): void {
  cpSync(primary.cluster, standby.cluster, { recursive: true });
  writeFileSync(join(standby.cluster, 'standby.signal'), '');
  const conninfo = `primary_conninfo = 'host=${primary.sockets} port=5432 user=${SUPERUSER}'\n`;
  writeFileSync(join(standby.cluster, 'postgresql.auto.conf'), conninfo);
  for (const file of readdirSync(standby.cluster, { recursive: true, encoding: 'utf8' }))
    standby.own(join(standby.cluster, file));
}

/**
 * A PostgreSQL server with a hot standby that follows it by streaming replication. The package of the embedded PostgreSQL has no
 * `pg_basebackup`: the standby starts from a copy of the stopped primary, which is a base backup as well.
 */
export class ReplicatedPostgres implements AsyncDisposable {
  private constructor(
    readonly primary: OwnPostgres,
    readonly standby: OwnPostgres,
  ) {}

  static async start(): Promise<ReplicatedPostgres> {
    const primary = await OwnPostgres.start();
    await primary.stop();
    const standby = OwnPostgres.empty();
    copyCluster(primary, standby);
    const servers = new ReplicatedPostgres(primary, standby);
    await primary.run();
    await standby.run();
    await eventually(() => servers.isStreaming());
    return servers;
  }

  /** Runs statements on one of the servers. */
  async on(server: 'primary' | 'standby', text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    const client = new pg.Client(this[server].url);
    await client.connect();
    try {
      return (await client.query(text, [...values])).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  }

  /** Waits until the standby has replayed all that the primary has committed. */
  async caughtUp(): Promise<void> {
    const [{ position } = {}] = await this.on('primary', 'select pg_current_wal_flush_lsn()::text as position');
    await eventually(async () => {
      const [{ done } = {}] = await this.on('standby', 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as done', [position]);
      return done === true;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.standby[Symbol.asyncDispose]();
    await this.primary[Symbol.asyncDispose]();
  }

  private async isStreaming(): Promise<boolean> {
    return (await this.on('primary', `select from pg_stat_replication where state = 'streaming'`)).length === 1;
  }
}
