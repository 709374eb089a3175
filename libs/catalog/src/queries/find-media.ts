import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ResourceNotFound } from '#kernel';
import { hexOf, existingFiles } from './file-rows.ts';
import { MediaReader } from './media-reader.ts';

/** A public file, for anyone with its URL. */
export interface Media {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly etag: string;
  readonly uploadedAt: Date;
  /** Throws `ResourceNotFound` if the content no longer exists. */
  open(range?: { readonly start: number; readonly end: number }): Promise<NodeJS.ReadableStream>;
}

/** Throws `ResourceNotFound` unless an uploaded file has exactly this id and path. */
export class FindMedia extends Query<Media> {
  constructor(
    readonly id: string,
    readonly path: string,
  ) {
    super();
  }
}

@QueryHandler(FindMedia)
export class FindMediaHandler implements IQueryHandler<FindMedia> {
  constructor(
    private readonly em: EntityManager,
    private readonly stored: MediaReader,
  ) {}

  async execute({ id, path }: FindMedia): Promise<Media> {
    const row = await existingFiles(this.em)
      .select(['path', 'name', 'mime_type', 'size', 'checksum_sha256', 'checksum_etag', 'uploaded_at'])
      .where('id', '=', id)
      .where('uploaded_at', 'is not', null)
      .executeTakeFirst();
    if (row?.path !== path) throw new ResourceNotFound();
    return {
      name: row.name,
      type: row.mime_type,
      size: row.size,
      etag: row.checksum_etag!,
      uploadedAt: row.uploaded_at!,
      open: async (range) => {
        const bytes = await this.stored.read(id, hexOf(row.checksum_sha256!), range);
        if (!bytes) throw new ResourceNotFound();
        return bytes;
      },
    };
  }
}
