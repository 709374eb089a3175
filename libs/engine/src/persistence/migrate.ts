import { setTimeout as sleep } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';

/** The id of the advisory lock; any number that nothing else in this database uses. */
const MIGRATION_LOCK = 7251;

/**
 * Whoever needs a table waits behind a migration that waits for it. So the migration gives up after this time, lets the others pass,
 * and tries again.
 */
const LOCK_TIMEOUT_MS = 1_000;
const PAUSE_MS = 2_000;
/** About five minutes. */
const ATTEMPTS = 100;

/** PostgreSQL: the lock timeout, and a deadlock with the service, which goes on meanwhile. */
const LOCK_FAILURES = new Set(['55P03', '40P01']);

export class MigrationBlocked extends Error {
  constructor(migration: string, cause: unknown) {
    super(
      `${migration} did not get its locks: transactions that do not end hold them. \`select * from pg_stat_activity where xact_start < now() - interval '1 minute'\` shows them. What ran before it is kept; run the migrations again.`,
      { cause },
    );
  }
}

interface Options {
  /** Runs only the migrations that precede this one. */
  readonly before?: string;
  /** How often a migration is tried. */
  readonly attempts?: number;
  /** Called when a migration did not get its locks and will be tried again. */
  readonly onBlocked?: (migration: string) => void;
}

/**
 * Runs pending migrations, each in a transaction of its own, so that its locks are held for no longer than it takes. If several
 * processes call it at once, one migrates and the others wait. Returns the names of those that this call ran.
 */
export async function migrate(orm: MikroORM, options: Options = {}): Promise<string[]> {
  const { before, attempts = ATTEMPTS, onBlocked = () => undefined } = options;
  const ran: string[] = [];
  await orm.em.fork().transactional(async (holder) => {
    await holder.execute('set local idle_in_transaction_session_timeout = 0');
    await holder.execute('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
    await orm.em.fork().execute('create schema if not exists platform');
    for (const { name } of await orm.migrator.getPending()) {
      if (name === before) break;
      for (let attempt = 1; !(await applied(orm, name, attempt === attempts)); attempt++) {
        onBlocked(name);
        await sleep(PAUSE_MS);
      }
      ran.push(name);
    }
  });
  return ran;
}

/** False if it did not get its locks. A migration that is not transactional runs outside of the transaction that records it. */
async function applied(orm: MikroORM, name: string, isLastAttempt: boolean): Promise<boolean> {
  try {
    await orm.em.fork().transactional(async (em) => {
      await em.execute(`set local idle_in_transaction_session_timeout = 0; set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await orm.migrator.up({ migrations: [name], transaction: em.getTransactionContext()! });
    });
    return true;
  } catch (error) {
    if (!isLockFailure(error)) throw error;
    if (isLastAttempt) throw new MigrationBlocked(name, error);
    return false;
  }
}

const isLockFailure = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && LOCK_FAILURES.has(String(error.code));

/** Whether all migrations of this version have run; `empty` is a database without any of them. Reads only. */
export async function migrationState(orm: MikroORM): Promise<'empty' | 'behind' | 'up to date'> {
  const em = orm.em.fork();
  const [found] = await em.execute<{ empty: boolean }[]>(`select to_regclass('platform.migrations') is null as empty`);
  if (found!.empty) return 'empty';
  const executed = new Set(
    (await em.execute<{ name: string }[]>('select name from platform.migrations')).map(({ name }) => name),
  );
  const { migrationsList = [] } = orm.config.get('migrations');
  return migrationsList.every(({ name }) => executed.has(name)) ? 'up to date' : 'behind';
}
