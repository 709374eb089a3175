import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { toUndeliveredViews, UNDELIVERED_COLUMNS, visibleUndelivered } from './undelivered-purchase-rows.ts';
import type { UndeliveredPurchaseView } from './undelivered-purchase.view.ts';

export class GetUndeliveredPurchase extends Query<UndeliveredPurchaseView> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetUndeliveredPurchase)
export class GetUndeliveredPurchaseHandler implements IQueryHandler<GetUndeliveredPurchase> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
  ) {}

  async execute({ access, id }: GetUndeliveredPurchase): Promise<UndeliveredPurchaseView> {
    const row = await visibleUndelivered(this.em, access.visible)
      .select(UNDELIVERED_COLUMNS)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    const [view] = await toUndeliveredViews(this.queries, [row]);
    return view!;
  }
}
