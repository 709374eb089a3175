import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { artifactRowsOf } from './artifact-rows.ts';
import type { ArtifactView } from './artifact.view.ts';

export class GetArtifact extends Query<ArtifactView> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetArtifact)
export class GetArtifactHandler implements IQueryHandler<GetArtifact> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, id }: GetArtifact): Promise<ArtifactView> {
    const row = await artifactRowsOf(this.em, access.visible).where('id', '=', id).executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return row;
  }
}
