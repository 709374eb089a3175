import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import type { ReleaseView } from './release.view.ts';
import { releasesOf, toReleaseView, withCounts } from './release-rows.ts';

export class GetRelease extends Query<ReleaseView> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetRelease)
export class GetReleaseHandler implements IQueryHandler<GetRelease> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, id }: GetRelease): Promise<ReleaseView> {
    const row = await withCounts(releasesOf(this.em, access.visible)).where('r.id', '=', id).executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return toReleaseView(row);
  }
}
