import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ResourceNotFound } from '#kernel';
import { type FileContent, toFileContent, MediaReader } from './media-reader.ts';
import { completeFiles } from './file-rows.ts';

/** A public file, for anyone with its URL. Throws `ResourceNotFound` unless an uploaded picture has exactly this id and path. */
export class FindMedia extends Query<FileContent> {
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

  async execute({ id, path }: FindMedia): Promise<FileContent> {
    const row = await completeFiles(this.em).where('id', '=', id).where('service', '<>', 'downloadable').executeTakeFirst();
    if (row?.path !== path) throw new ResourceNotFound();
    return toFileContent(row, this.stored);
  }
}
