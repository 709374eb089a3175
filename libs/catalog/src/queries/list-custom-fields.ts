import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import type { Access } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { anyOf, orderByWithId, type Sorting } from '#engine/persistence';
import { selectCustomFields, FIELD_COLUMNS, toCustomFieldView } from './custom-field-rows.ts';
import type { CUSTOM_FIELD_TYPES, CustomFieldView } from '../views/custom-field.view.ts';

export const CUSTOM_FIELD_ORDERS = ['created_at', 'slug', 'name', 'type'] as const;
type Order = (typeof CUSTOM_FIELD_ORDERS)[number];

/** Values of one filter are alternatives; different filters are combined with AND. */
interface CustomFieldFilter {
  readonly organization_id?: readonly string[];
  readonly type?: readonly (typeof CUSTOM_FIELD_TYPES)[number][];
  /** A part of the name; case-insensitive. */
  readonly query?: string;
}

export class ListCustomFields extends Query<Page<CustomFieldView>> {
  constructor(
    readonly access: Access,
    readonly filter: CustomFieldFilter,
    readonly sorting: Sorting<Order>,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListCustomFields)
export class ListCustomFieldsHandler implements IQueryHandler<ListCustomFields> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, filter, sorting, paging }: ListCustomFields): Promise<Page<CustomFieldView>> {
    const all = this.matching(access, filter);
    const [rows, { total }] = await Promise.all([
      all.select(FIELD_COLUMNS).orderBy(orderByWithId(sorting)).limit(paging.limit).offset(offsetOf(paging)).execute(),
      all.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return toPage(rows.map(toCustomFieldView), Number(total), paging);
  }

  private matching(access: Access, { organization_id, type, query }: CustomFieldFilter) {
    let some = selectCustomFields(this.em).where(anyOf('organization_id', access.narrow(organization_id)));
    if (type) some = some.where('type', 'in', type);
    if (query) some = some.where(sql<boolean>`strpos(lower(name), lower(${query})) > 0`);
    return some;
  }
}
