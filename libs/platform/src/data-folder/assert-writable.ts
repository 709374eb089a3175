import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '#platform/config';
import { CliError } from '#platform/process';

/** Fails with a sentence where a process could not keep what it is going to be given, before anyone gives it anything. */
export function assertFoldersWritable({ mediaFolder, mailFolder }: Pick<Config, 'mediaFolder' | 'mailFolder'>): void {
  assertWritable(mediaFolder, { use: 'What sellers upload is kept there', ways: 'set LATCHKEY_DATA to another one' });
  if (mailFolder !== undefined)
    assertWritable(mailFolder, {
      mode: 0o700,
      use: 'Mail is kept there',
      ways: 'set SMTP_URL to a mail server, or LATCHKEY_DATA to another folder',
    });
}

/** By writing: what permissions say is not all that decides. */
function assertWritable(folder: string, { mode, use, ways }: { mode?: number; use: string; ways: string }): void {
  const probe = join(folder, `.${randomUUID()}`);
  try {
    mkdirSync(folder, { recursive: true, mode });
    writeFileSync(probe, '', { flag: 'wx', mode: 0o600 });
    rmSync(probe);
  } catch (error) {
    const reason = (error as Error).message;
    throw new CliError(`The folder ${resolve(folder)} cannot be written (${reason}). ${use}: make it writable, or ${ways}.`);
  }
}
