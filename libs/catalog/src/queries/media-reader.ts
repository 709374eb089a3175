import { ResourceNotFound } from '#kernel';
import type { Content } from '#platform/http';
import { type FileRow, hexOf } from './file-rows.ts';

/** Reads the content of stored files. */
export abstract class MediaReader {
  /** The content of the file with this digest, or a range of it (`end` is inclusive); null if nothing is stored. */
  abstract read(
    file: string,
    sha256: string,
    range?: { readonly start: number; readonly end: number },
  ): Promise<NodeJS.ReadableStream | null>;

  /** Where the store itself sends the content for some minutes, under these headers; null if it cannot. Undefined if it never does. */
  readonly link?: (
    file: string,
    sha256: string,
    headers: { readonly type: string; readonly disposition: string },
  ) => Promise<string | null>;
}

/** A stored file to be sent. `open` throws `ResourceNotFound` if the content no longer exists. */
export type FileContent = Content;

type Row = Pick<FileRow, 'id' | 'name' | 'mime_type' | 'size' | 'checksum_sha256' | 'checksum_etag' | 'uploaded_at'>;

export const toFileContent = (row: Row, stored: MediaReader): FileContent => ({
  name: row.name,
  type: row.mime_type,
  size: row.size,
  etag: row.checksum_etag!,
  modifiedAt: row.uploaded_at!,
  open: async (range) => {
    const bytes = await stored.read(row.id, hexOf(row.checksum_sha256!), range);
    if (!bytes) throw new ResourceNotFound();
    return bytes;
  },
  link: stored.link && ((disposition) => stored.link!(row.id, hexOf(row.checksum_sha256!), { type: row.mime_type, disposition })),
});
