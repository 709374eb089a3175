import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ResourceNotFound } from '#kernel';
import type { DownloadTokenView } from './download-token.view.ts';
import { downloadTokensOf } from './download-token-rows.ts';

export class GetDownloadToken extends Query<DownloadTokenView> {
  constructor(
    readonly organizations: readonly string[],
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetDownloadToken)
export class GetDownloadTokenHandler implements IQueryHandler<GetDownloadToken> {
  constructor(private readonly em: EntityManager) {}

  async execute({ organizations, id }: GetDownloadToken): Promise<DownloadTokenView> {
    const row = await downloadTokensOf(this.em, organizations).where('id', '=', id).executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return row;
  }
}
