import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import type { DisputeView } from './dispute.view.ts';
import { ListDisputes } from './list-disputes.ts';

export class GetDispute extends Query<DisputeView> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetDispute)
export class GetDisputeHandler implements IQueryHandler<GetDispute> {
  constructor(private readonly queries: QueryBus) {}

  async execute({ access, id }: GetDispute): Promise<DisputeView> {
    const { items } = await this.queries.execute(new ListDisputes(access, { id: [id] }, ['created_at'], { page: 1, limit: 1 }));
    if (!items[0]) throw new ResourceNotFound();
    return items[0];
  }
}
