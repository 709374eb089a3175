import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Config } from '#platform/config';
import { CliError } from './cli-error.ts';
import type { DataFolder } from './data-folder.ts';

export const SECRET_KEY = 'secret-key';
const BYTES = 32;

/**
 * The secret keys stored in the data folder. Only the first start generates one: with a new key, the secrets encrypted in an
 * existing database could not be decrypted.
 */
export function storedSecretKeys(folder: DataFolder, { isFirstStart }: { isFirstStart: boolean }): readonly Buffer[] {
  if (!folder.has(SECRET_KEY)) {
    if (!isFirstStart) throw new CliError(secretKeyMissing(folder));
    folder.write(SECRET_KEY, `${randomBytes(BYTES).toString('base64')}\n`);
  }
  return readSecretKeys(folder.file(SECRET_KEY));
}

export function readSecretKeys(file: string): readonly Buffer[] {
  try {
    const keys = Config.from({ SECRET_KEY: readFileSync(file, 'utf8') }).secretKeys;
    if (keys.length > 0) return keys;
  } catch {
    // The error thrown below names the file instead of the variable.
  }
  throw new CliError(`${file} must contain base64 of at least ${BYTES} bytes. Restore it, or set SECRET_KEY.`);
}

const secretKeyMissing = (folder: DataFolder): string =>
  `The database in ${folder.path} was created with a secret key that is missing. ` +
  `Set SECRET_KEY to it, or restore the file ${folder.file(SECRET_KEY)}.`;
