import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '#platform/config';
import { CliError } from './cli-error.ts';

/** Throws `CliError` at startup if uploads or mail could not be stored later. */
export function assertFoldersWritable({ mediaFolder, mailFolder }: Pick<Config, 'mediaFolder' | 'mailFolder'>): void {
  assertWritable(mediaFolder, { use: 'Uploads are stored in it', alternative: 'set LATCHKEY_DATA to another one' });
  if (mailFolder !== undefined)
    assertWritable(mailFolder, {
      mode: 0o700,
      use: 'Mail is stored in it',
      alternative: 'set SMTP_URL to a mail server, or LATCHKEY_DATA to another folder',
    });
}

/** Writes a file, because permissions are not enough: the file system may be read-only or full. */
function assertWritable(folder: string, { mode, use, alternative }: { mode?: number; use: string; alternative: string }): void {
  const probe = join(folder, `.${randomUUID()}`);
  try {
    mkdirSync(folder, { recursive: true, mode });
    writeFileSync(probe, '', { flag: 'wx', mode: 0o600 });
    rmSync(probe);
  } catch (error) {
    const reason = (error as Error).message;
    throw new CliError(`The folder ${resolve(folder)} is not writable (${reason}). ${use}: make it writable, or ${alternative}.`);
  }
}
