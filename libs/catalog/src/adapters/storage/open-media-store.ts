import type { MediaBucket } from '#engine/connections';
import { FolderMediaStore } from './folder-media-store.ts';
import { S3MediaStore } from './s3-media-store.ts';

interface Place {
  readonly mediaBucket: MediaBucket | undefined;
  readonly mediaFolder: string;
}

/** The store of the files. Before a bucket, there may be a folder whose files were not moved yet. */
export function openMediaStore({ mediaBucket, mediaFolder }: Place): {
  readonly store: FolderMediaStore | S3MediaStore;
  readonly former?: FolderMediaStore;
} {
  const folder = new FolderMediaStore(mediaFolder);
  if (!mediaBucket) return { store: folder };
  const former = folder.hasFiles() ? folder : undefined;
  return { store: new S3MediaStore(mediaBucket, former), former };
}
