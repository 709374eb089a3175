import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, QueryResult } from 'pg';
import type { Keyring } from '#engine/secrets';
import { IdempotencyKeyInUse } from './errors.ts';
import { IdempotencyStore, insertNewRecords, renewed, type StoredRecord } from './stored-record.ts';
import { LockConnection } from './lock-connection.ts';
import { findRecords, type FoundRow, lockOf } from './opening.ts';

/** Requests that are opened or closed in one round trip. */
const MAX_GROUP = 500;
/** Round trips start at least this long after one another, so that requests share them. The first one does not wait. */
const GATHER_MS = 2;
const BATCH = 1_000;
const REENCRYPTED_BATCH = 200;

const UNLOCK = 'select count(pg_advisory_unlock(lock)) from unnest($1::bigint[]) as lock';
/** Returns the locks that somebody else holds. */
const LOCK = 'select lock::text from unnest($1::bigint[]) as lock where not pg_try_advisory_lock(lock)';
const DELETE_EXPIRED_OF = 'delete from platform.idempotency_keys where key = any($1::bytea[]) and started_at <= $2';
const DELETE_EXPIRED = `delete from platform.idempotency_keys where ctid = any(array(
  select ctid from platform.idempotency_keys where started_at <= $1 order by started_at limit ${BATCH} for update skip locked))`;
const OUTDATED = `select key, step, encrypted from platform.idempotency_keys
  where (key, step) > ($1, $2) and substring(encrypted from 1 for length($3::bytea)) <> $3 order by key, step limit ${REENCRYPTED_BATCH}`;
/** A record that exists under the new digest as well stays as it is, and expires. */
const REENCRYPT = `update platform.idempotency_keys k set key = c.key, encrypted = c.encrypted
  from unnest($1::bytea[], $2::text[], $3::bytea[], $4::bytea[]) as c (old_key, step, key, encrypted)
  where k.key = c.old_key and k.step = c.step and (c.key = c.old_key or not exists (
    select from platform.idempotency_keys other where other.key = c.key and other.step = c.step))`;

type OutdatedRow = Pick<StoredRecord, 'key' | 'step' | 'encrypted'>;

/** Calls of `open` and `close` that wait for the next round trip. */
interface Opening {
  readonly keys: readonly Buffer[];
  readonly expiredAt: Date;
  resolve(records: StoredRecord[]): void;
  reject(error: unknown): void;
}
interface Closing {
  readonly keys: readonly Buffer[];
  readonly response: StoredRecord | undefined;
  resolve(): void;
  reject(error: unknown): void;
}

/** All requests of the process share one connection and, if they arrive together, one round trip. */
export class PgIdempotencyStore extends IdempotencyStore {
  private readonly connection: LockConnection;
  /** The locks of this process: a session gets an advisory lock that it holds a second time. */
  private readonly held = new Set<string>();
  private opening: Opening[] = [];
  private closing: Closing[] = [];
  private isRunning = false;

  constructor(
    private readonly pool: () => Promise<Pool>,
    private readonly keyring: Keyring,
    /** PostgreSQL itself, if the pool leads to a pooler, which has no sessions. */
    sessionUrl?: string,
  ) {
    super();
    this.connection = new LockConnection(pool, sessionUrl);
  }

  async open(keys: readonly Buffer[], expiredAt: Date): Promise<StoredRecord[]> {
    const locks = keys.map(lockOf);
    if (locks.some((lock) => this.held.has(lock))) throw new IdempotencyKeyInUse();
    for (const lock of locks) this.held.add(lock);
    try {
      return await new Promise((resolve, reject) => {
        this.opening.push({ keys, expiredAt, resolve, reject });
        this.wake();
      });
    } catch (error) {
      for (const lock of locks) this.held.delete(lock);
      throw error;
    }
  }

  async close(keys: readonly Buffer[], response?: StoredRecord): Promise<void> {
    try {
      await new Promise<void>((resolve, reject) => {
        this.closing.push({ keys, response, resolve, reject });
        this.wake();
      });
    } finally {
      for (const key of keys) this.held.delete(lockOf(key));
    }
  }

  async deleteExpired(expiredAt: Date): Promise<boolean> {
    const { rowCount } = await (await this.pool()).query(DELETE_EXPIRED, [expiredAt.toISOString()]);
    return rowCount === BATCH;
  }

  /** Repeats until a full pass finds nothing: a process that still has the old secret may store records behind the position. */
  async reencrypt(): Promise<number> {
    for (let total = 0; ;) {
      const count = await this.reencryptAll();
      if (count === 0) return total;
      total += count;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.connection[Symbol.asyncDispose]();
  }

  private async reencryptAll(): Promise<number> {
    const pool = await this.pool();
    let count = 0;
    for (let [key, step] = [Buffer.alloc(0) as Buffer, '']; ;) {
      const { rows } = await pool.query<OutdatedRow>(OUTDATED, [key, step, this.keyring.currentKeyId]);
      if (rows.length === 0) return count;
      const changed = rows.map(({ encrypted }) => renewed(this.keyring, encrypted));
      await pool.query(REENCRYPT, [
        rows.map((row) => row.key),
        rows.map((row) => row.step),
        changed.map((row) => row.key),
        changed.map((row) => row.encrypted),
      ]);
      count += rows.length;
      ({ key, step } = rows.at(-1)!);
    }
  }

  private wake(): void {
    if (this.isRunning) return;
    this.isRunning = true;
    setImmediate(() => void this.runBatches());
  }

  private async runBatches(): Promise<void> {
    while (this.opening.length > 0 || this.closing.length > 0) {
      const startedAt = performance.now();
      const [opening, closing] = [this.opening.splice(0, MAX_GROUP), this.closing.splice(0, MAX_GROUP)];
      try {
        await this.roundTrip(opening, closing);
      } catch (error) {
        this.connection.discard();
        for (const each of [...opening, ...closing]) each.reject(error);
      }
      await sleep(Math.max(0, GATHER_MS - (performance.now() - startedAt)));
    }
    this.isRunning = false;
  }

  private async roundTrip(opening: readonly Opening[], closing: readonly Closing[]): Promise<void> {
    const closings = closing.length > 0 ? closingStatements(closing) : [];
    const openings = opening.length > 0 ? openingStatements(opening.flatMap(({ keys }) => keys)) : [];
    const results = await this.connection.send([...closings, ...openings]);
    if (closing.length > 0) settleClosing(closing, results);
    if (opening.length > 0) await this.settleOpening(opening, ...(results.slice(closings.length) as Results));
  }

  /** Requests that did not get all locks give back the others. */
  private async settleOpening(opening: readonly Opening[], ...[locked, found]: Results): Promise<void> {
    const taken = new Set(rowsOf<{ lock: string }>(locked).map(({ lock }) => lock));
    const byKey = Map.groupBy(rowsOf<FoundRow>(found), ({ key }) => lockOf(key));
    const unused: string[] = [];
    for (const { keys, expiredAt, resolve, reject } of opening) {
      const own = keys.map(lockOf);
      if (!own.some((lock) => taken.has(lock))) {
        const records = own.flatMap((lock) => byKey.get(lock) ?? []).map(toRecord);
        const live = records.filter(({ startedAt }) => startedAt > expiredAt);
        if (live.length < records.length) await this.sendOne(DELETE_EXPIRED_OF, [keys, expiredAt.toISOString()]);
        resolve(live);
      } else {
        unused.push(...own.filter((lock) => !taken.has(lock)));
        reject(new IdempotencyKeyInUse());
      }
    }
    if (unused.length > 0) await this.sendOne(UNLOCK, [unused]);
  }

  private async sendOne(text: string, values: unknown[]): Promise<void> {
    rowsOf((await this.connection.send([{ text, values }]))[0]!);
  }
}

const toRecord = ({ startedMs, ...row }: FoundRow): StoredRecord => ({ ...row, startedAt: new Date(Number(startedMs)) });

type Results = [PromiseSettledResult<QueryResult>, PromiseSettledResult<QueryResult>];

const closingStatements = (closing: readonly Closing[]) => [
  insertNewRecords(closing.flatMap(({ response }) => response ?? [])),
  { name: 'idempotency-unlock', text: UNLOCK, values: [closing.flatMap(({ keys }) => keys.map(lockOf))] },
];

/** The lock comes first: the other statement sees what the request committed that held it before. */
const openingStatements = (keys: readonly Buffer[]) => [
  { name: 'idempotency-lock', text: LOCK, values: [keys.map(lockOf)] },
  findRecords(keys),
];

function settleClosing(closing: readonly Closing[], [stored, unlocked]: readonly PromiseSettledResult<QueryResult>[]): void {
  rowsOf(unlocked!);
  for (const { response, resolve, reject } of closing) {
    if (response && stored!.status === 'rejected') reject(stored!.reason);
    else resolve();
  }
}

/** The rows of a statement; throws its error. */
function rowsOf<Row>(result: PromiseSettledResult<QueryResult>): Row[] {
  if (result.status === 'rejected') throw result.reason;
  return result.value.rows as Row[];
}
