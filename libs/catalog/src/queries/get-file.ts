import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { anyOf } from '#engine/persistence';
import { ServiceUrl } from '#support/mails';
import { fileRows, toFileView } from './file-rows.ts';
import type { FileView } from '../views/file.view.ts';

export class GetFile extends Query<FileView> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetFile)
export class GetFileHandler implements IQueryHandler<GetFile> {
  constructor(
    private readonly em: EntityManager,
    private readonly service: ServiceUrl,
  ) {}

  async execute({ access, id }: GetFile): Promise<FileView> {
    const visible = fileRows(this.em).where(anyOf('organization_id', access.visible));
    const row = await visible.where('id', '=', id).executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return toFileView(row, this.service.baseUrl);
  }
}
