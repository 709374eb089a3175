import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import type { KeyPoolView } from './key-pool.view.ts';
import { POOL_COLUMNS, visiblePools, waitingGrants } from './visible-pools.ts';

export class GetKeyPool extends Query<KeyPoolView> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetKeyPool)
export class GetKeyPoolHandler implements IQueryHandler<GetKeyPool> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, id }: GetKeyPool): Promise<KeyPoolView> {
    const pool = await visiblePools(this.em, access.visible)
      .select([...POOL_COLUMNS, waitingGrants()])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!pool) throw new ResourceNotFound();
    return pool;
  }
}
