import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import type { UnclaimedBatchView } from './unclaimed-batch.view.ts';
import { BATCH_COLUMNS, isStopped, visibleBatches } from './visible-batches.ts';

/** Throws `ResourceNotFound`. */
export class GetUnclaimedBatch extends Query<UnclaimedBatchView> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetUnclaimedBatch)
export class GetUnclaimedBatchHandler implements IQueryHandler<GetUnclaimedBatch> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, id }: GetUnclaimedBatch): Promise<UnclaimedBatchView> {
    const batch = await visibleBatches(this.em, access.visible)
      .select([...BATCH_COLUMNS, isStopped()])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!batch) throw new ResourceNotFound();
    return batch;
  }
}
