import { resolve } from 'node:path';
import type { Client } from 'pg';
import { FolderMediaStore, mediaStoreIdIn, S3MediaStore, storedFiles } from '#catalog';
import { InvalidConfiguration } from '#platform/config/composition';
import { S3Unavailable } from '#engine/connections';
import { CliError } from '../../process/index.ts';
import { withClient } from '../../start-checks.ts';
import { type Define, defineCommand, NoOptions, type Progress, type Result } from '../define-command.ts';
import { resolveSettings } from '../resolve-settings.ts';

interface Stores {
  readonly folder: FolderMediaStore;
  readonly bucket: S3MediaStore;
}

/**
 * Copies the files that the bucket does not have. What it has in full size is complete: an object is stored only if its digest is right.
 * Returns how many were copied, how many are in the bucket then, and why others are not.
 */
async function copyFiles(client: Client, { folder, bucket }: Stores, stop: AbortSignal) {
  const failures: string[] = [];
  let [copied, stored] = [0, 0];
  for await (const { id, size, sha256 } of storedFiles(client)) {
    stop.throwIfAborted();
    try {
      if ((await bucket.size(id, sha256)) !== size) {
        const bytes = await folder.read(id, sha256);
        if (!bytes) throw new Error('it is neither in the folder nor in the bucket');
        await bucket.add(id, sha256, bytes);
        copied++;
      }
      stored++;
    } catch (error) {
      if (error instanceof S3Unavailable) throw new CliError(`${error.message} Run the command again: what was copied stays.`);
      failures.push(`The file ${id} was not copied: ${(error as Error).message}.`);
    }
  }
  return { copied, stored, failures };
}

/** Files may be uploaded to the folder and deleted meanwhile: it ends when nothing was left to copy. */
async function move(_options: NoOptions, env: NodeJS.ProcessEnv, { warn, stopRequest }: Progress): Promise<Result> {
  const { config, databaseUrl } = await resolveSettings(env);
  const { mediaBucket, mediaFolder } = config;
  if (!mediaBucket) throw new InvalidConfiguration(['MEDIA_S3_BUCKET must be set: the bucket to which files are moved.']);
  const stores = { folder: new FolderMediaStore(mediaFolder), bucket: new S3MediaStore(mediaBucket) };
  const stop = stopRequest();
  return withClient(databaseUrl, async (client) => {
    let copied = 0;
    let last = await copyFiles(client, stores, stop);
    for (; last.copied > 0; last = await copyFiles(client, stores, stop)) copied += last.copied;
    const { stored, failures } = last;
    for (const sentence of failures) warn(sentence);
    if (failures.length > 0) throw new CliError(`${failures.length} files were not copied. The folder has to stay.`);
    const isInUse = (await mediaStoreIdIn(client)) === (await stores.bucket.id());
    const next = isInUse
      ? `The folder ${resolve(mediaFolder)} may be deleted, if every process was started with MEDIA_S3_BUCKET.`
      : 'Start every process with MEDIA_S3_BUCKET, then run this command again: the folder has to stay until then.';
    return {
      text: `${copied} files were copied; all ${stored} are in the bucket. ${next}`,
      data: { copied, stored, folder_may_be_deleted: isInUse },
    };
  });
}

export const defineMedia: Define = (group, terminal) =>
  defineCommand(
    group.command('move').description('Copy files from the data folder to the bucket of MEDIA_S3_BUCKET, while the service runs'),
    terminal,
    { options: NoOptions, run: move },
  );
