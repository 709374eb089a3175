import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import type { TagsView, UsedTagsView } from '#customer-portal/views';
import { tagsOfRecord, usedTags } from '#engine/persistence';
import { LICENSE_KEY_TAGS } from '../adapters/persistence/sql/license-key-tags.ts';

/** The tags of one license key. */
export class GetLicenseKeyTags extends Query<TagsView> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetLicenseKeyTags)
export class GetLicenseKeyTagsHandler implements IQueryHandler<GetLicenseKeyTags> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access: { visible }, id }: GetLicenseKeyTags): Promise<TagsView> {
    return { tags: await tagsOfRecord(this.em, LICENSE_KEY_TAGS, visible, id) };
  }
}

/** The tags that license keys have. */
export class ListLicenseKeyTags extends Query<UsedTagsView> {
  constructor(
    readonly access: Access,
    readonly organizationIds: readonly string[] | undefined,
  ) {
    super();
  }
}

@QueryHandler(ListLicenseKeyTags)
export class ListLicenseKeyTagsHandler implements IQueryHandler<ListLicenseKeyTags> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, organizationIds }: ListLicenseKeyTags): Promise<UsedTagsView> {
    return { items: await usedTags(this.em, LICENSE_KEY_TAGS, access.narrow(organizationIds)) };
  }
}
