import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { IsFilePublished } from '#catalog/needs';
import { artifactsOf } from './artifact-rows.ts';

@QueryHandler(IsFilePublished)
export class IsFilePublishedHandler implements IQueryHandler<IsFilePublished> {
  constructor(private readonly em: EntityManager) {}

  async execute({ fileId, organizations }: IsFilePublished): Promise<boolean> {
    const found = await artifactsOf(this.em, organizations)
      .select('id')
      .where('file_id', '=', fileId)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('releases.releases as r')
            .select('r.id')
            .whereRef('r.organization_id', '=', 'releases.artifacts.organization_id')
            .whereRef('r.id', '=', 'releases.artifacts.release_id')
            .where('r.status', '=', 'published'),
        ),
      )
      .limit(1)
      .execute();
    return found.length > 0;
  }
}
