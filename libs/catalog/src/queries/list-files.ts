import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import type { Access } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { anyOf } from '#engine/persistence';
import { ServiceUrl } from '#support/mails';
import { fileRows, existingFiles, toFileView } from './file-rows.ts';
import type { FileView } from '../views/file.view.ts';

/** Values of one filter are alternatives; different filters are combined with AND. */
interface FileFilter {
  readonly organization_id?: readonly string[];
  readonly ids?: readonly string[];
}

/** Uploaded files, newest first. */
export class ListFiles extends Query<Page<FileView>> {
  constructor(
    readonly access: Access,
    readonly filter: FileFilter,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListFiles)
export class ListFilesHandler implements IQueryHandler<ListFiles> {
  constructor(
    private readonly em: EntityManager,
    private readonly service: ServiceUrl,
  ) {}

  async execute({ access, filter, paging }: ListFiles): Promise<Page<FileView>> {
    const { organization_id, ids } = filter;
    const matches = sql<boolean>`${anyOf('organization_id', access.narrow(organization_id))} and uploaded_at is not null${
      ids ? sql` and ${anyOf('id', ids)}` : sql``
    }`;
    const page = fileRows(this.em).where(matches).orderBy('created_at', 'desc').orderBy('id', 'desc');
    const [rows, { total }] = await Promise.all([
      page.limit(paging.limit).offset(offsetOf(paging)).execute(),
      existingFiles(this.em)
        .where(matches)
        .select(sql<string>`count(*)`.as('total'))
        .executeTakeFirstOrThrow(),
    ]);
    return toPage(
      rows.map((row) => toFileView(row, this.service.baseUrl)),
      Number(total),
      paging,
    );
  }
}
