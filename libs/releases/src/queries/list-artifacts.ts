import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { artifactRowsOf } from './artifact-rows.ts';
import type { ArtifactView } from './artifact.view.ts';

/** The artifacts of one release, by their names. A release has a limited number of them. */
export class ListArtifacts extends Query<Page<ArtifactView>> {
  constructor(
    readonly access: Access,
    readonly releaseId: string,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListArtifacts)
export class ListArtifactsHandler implements IQueryHandler<ListArtifacts> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, releaseId, paging }: ListArtifacts): Promise<Page<ArtifactView>> {
    const all = await artifactRowsOf(this.em, access.visible).where('release_id', '=', releaseId).orderBy('name').execute();
    return toPage(all.slice(offsetOf(paging), offsetOf(paging) + paging.limit), all.length, paging);
  }
}
