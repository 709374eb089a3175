import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import type { BulkChangeView } from './bulk-change.view.ts';
import { toBulkChangeView, visibleBulkChanges } from './visible-bulk-changes.ts';

/** Throws `ResourceNotFound`. */
export class GetBulkChange extends Query<BulkChangeView> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetBulkChange)
export class GetBulkChangeHandler implements IQueryHandler<GetBulkChange> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, id }: GetBulkChange): Promise<BulkChangeView> {
    const row = await visibleBulkChanges(this.em, access.visible).selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return toBulkChangeView(row);
  }
}
