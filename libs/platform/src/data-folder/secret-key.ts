import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Config } from '#platform/config';
import { CliError } from '#platform/process';
import type { DataFolder } from './data-folder.ts';

export const SECRET_KEY = 'secret-key';
const BYTES = 32;

/**
 * The keys that seal what is secret in the database, kept beside it: made by the first start, and only by that one, for with
 * new keys nothing that is sealed could be read again.
 */
export function keptSecretKeys(folder: DataFolder, { isFirstStart }: { isFirstStart: boolean }): readonly Buffer[] {
  if (!folder.has(SECRET_KEY)) {
    if (!isFirstStart) throw new CliError(lost(folder));
    folder.keep(SECRET_KEY, `${randomBytes(BYTES).toString('base64')}\n`);
  }
  return readSecretKeys(folder.file(SECRET_KEY));
}

export function readSecretKeys(file: string): readonly Buffer[] {
  try {
    const keys = Config.from({ SECRET_KEY: readFileSync(file, 'utf8') }).secretKeys;
    if (keys.length > 0) return keys;
  } catch {
    // Told below in the words of the file.
  }
  throw new CliError(`${file} must hold base64 of at least ${BYTES} bytes. Restore it, or set SECRET_KEY.`);
}

const lost = (folder: DataFolder): string =>
  `The database in ${folder.path} was made with a secret key that is not there. ` +
  `Set SECRET_KEY to it, or put the file ${folder.file(SECRET_KEY)} back.`;
