import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;
const isBusy = (error: unknown): boolean => (error as { errcode?: number }).errcode === SQLITE_BUSY;

/**
 * A file lock that the operating system releases when the process ends, even after `kill -9`. Node has no file locks but SQLite
 * does, so the lock is an exclusive transaction on an empty database. Null if another process holds it.
 */
export function acquireLock(file: string, { waitMs }: { waitMs: number }): Disposable | null {
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, { timeout: waitMs });
  try {
    database.exec('pragma journal_mode = memory; begin exclusive');
    return { [Symbol.dispose]: () => database.close() };
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
}

/** Whether a process holds the lock now. */
export function isLocked(file: string): boolean {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    database.prepare('select count(*) from sqlite_master').get();
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    database.close();
  }
}
