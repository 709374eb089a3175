import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import type { TaggedRecordsView, TagsView, UsedTagsView } from '#customer-portal/views';
import { tagsOfEach, tagsOfRecord, usedTags } from '#engine/persistence';
import { ORDER_TAGS } from '../adapters/persistence/sql/order-tags.ts';

/** The tags of one order. */
export class GetOrderTags extends Query<TagsView> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetOrderTags)
export class GetOrderTagsHandler implements IQueryHandler<GetOrderTags> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access: { visible }, id }: GetOrderTags): Promise<TagsView> {
    return { tags: await tagsOfRecord(this.em, ORDER_TAGS, visible, id) };
  }
}

/** The tags of several orders. */
export class ListTaggedOrders extends Query<TaggedRecordsView> {
  constructor(
    readonly access: Access,
    readonly ids: readonly string[],
    readonly organizationIds: readonly string[] | undefined,
  ) {
    super();
  }
}

@QueryHandler(ListTaggedOrders)
export class ListTaggedOrdersHandler implements IQueryHandler<ListTaggedOrders> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, ids, organizationIds }: ListTaggedOrders): Promise<TaggedRecordsView> {
    return { items: await tagsOfEach(this.em, ORDER_TAGS, access.narrow(organizationIds), ids) };
  }
}

/** The tags that orders have. */
export class ListOrderTags extends Query<UsedTagsView> {
  constructor(
    readonly access: Access,
    readonly organizationIds: readonly string[] | undefined,
  ) {
    super();
  }
}

@QueryHandler(ListOrderTags)
export class ListOrderTagsHandler implements IQueryHandler<ListOrderTags> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, organizationIds }: ListOrderTags): Promise<UsedTagsView> {
    return { items: await usedTags(this.em, ORDER_TAGS, access.narrow(organizationIds)) };
  }
}
