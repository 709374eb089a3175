import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import type { TaggedRecordsView, TagsView, UsedTagsView } from '../views/index.ts';
import { tagsOfEach, tagsOfRecord, usedTags } from '#engine/persistence';
import { CUSTOMER_TAGS } from '../adapters/persistence/sql/customer-tags.ts';

/** The tags of one customer. */
export class GetCustomerTags extends Query<TagsView> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetCustomerTags)
export class GetCustomerTagsHandler implements IQueryHandler<GetCustomerTags> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access: { visible }, id }: GetCustomerTags): Promise<TagsView> {
    return { tags: await tagsOfRecord(this.em, CUSTOMER_TAGS, visible, id) };
  }
}

/** The tags of several customers. */
export class ListTaggedCustomers extends Query<TaggedRecordsView> {
  constructor(
    readonly access: Access,
    readonly ids: readonly string[],
    readonly organizationIds: readonly string[] | undefined,
  ) {
    super();
  }
}

@QueryHandler(ListTaggedCustomers)
export class ListTaggedCustomersHandler implements IQueryHandler<ListTaggedCustomers> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, ids, organizationIds }: ListTaggedCustomers): Promise<TaggedRecordsView> {
    return { items: await tagsOfEach(this.em, CUSTOMER_TAGS, access.narrow(organizationIds), ids) };
  }
}

/** The tags that customers have. */
export class ListCustomerTags extends Query<UsedTagsView> {
  constructor(
    readonly access: Access,
    readonly organizationIds: readonly string[] | undefined,
  ) {
    super();
  }
}

@QueryHandler(ListCustomerTags)
export class ListCustomerTagsHandler implements IQueryHandler<ListCustomerTags> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, organizationIds }: ListCustomerTags): Promise<UsedTagsView> {
    return { items: await usedTags(this.em, CUSTOMER_TAGS, access.narrow(organizationIds)) };
  }
}
