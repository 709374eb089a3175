import { ResourceNotFound } from '#kernel';
import type { Content } from '#platform/http';
import { type FileRow, hexOf } from './file-rows.ts';
import type { MediaReader } from './media-reader.ts';

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
