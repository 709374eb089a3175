import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { ResourceNotFound } from '#kernel';
import { anyOf, readDb } from '#engine/persistence';
import type { SavedViewTables } from '../adapters/persistence/saved-view.mapping.ts';
import type { ViewedList } from '#support/saved-views';
import type { SavedViewsView, SavedViewView } from './saved-view.view.ts';

/** The views that a user has in these organizations: own ones, and those that are shared. */
interface WhoseViews {
  readonly organizations: readonly string[];
  readonly userId: string;
}

/** Lists them by name; their number in an organization is limited. */
export class ListSavedViews extends Query<SavedViewsView> {
  constructor(
    readonly whose: WhoseViews,
    readonly list: ViewedList | undefined,
  ) {
    super();
  }
}

export class GetSavedView extends Query<SavedViewView> {
  constructor(
    readonly whose: WhoseViews,
    readonly id: string,
  ) {
    super();
  }
}

const COLUMNS = [
  'created_at',
  'modified_at',
  'id',
  'organization_id',
  'list',
  'name',
  'filters',
  'owner_id',
  'author_id',
] as const;
type Row = Pick<SavedViewTables['organizations.saved_views'], (typeof COLUMNS)[number]>;

function viewsOf(em: EntityManager, { organizations, userId }: WhoseViews) {
  return readDb<SavedViewTables>(em)
    .selectFrom('organizations.saved_views')
    .select(COLUMNS)
    .where(anyOf('organization_id', organizations))
    .where((is) => is.or([is('owner_id', 'is', null), is('owner_id', '=', userId)]));
}

const toView = ({ owner_id, filters, ...row }: Row): SavedViewView => ({
  ...row,
  filters: Object.fromEntries(filters),
  is_shared: owner_id === null,
});

@QueryHandler(ListSavedViews)
export class ListSavedViewsHandler implements IQueryHandler<ListSavedViews> {
  constructor(private readonly em: EntityManager) {}

  async execute({ whose, list }: ListSavedViews): Promise<SavedViewsView> {
    const views = viewsOf(this.em, whose);
    const rows = await (list ? views.where('list', '=', list) : views)
      .orderBy(sql`lower(name)`)
      .orderBy('id')
      .execute();
    return { items: rows.map(toView) };
  }
}

@QueryHandler(GetSavedView)
export class GetSavedViewHandler implements IQueryHandler<GetSavedView> {
  constructor(private readonly em: EntityManager) {}

  async execute({ whose, id }: GetSavedView): Promise<SavedViewView> {
    const row = await viewsOf(this.em, whose).where('id', '=', id).executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return toView(row);
  }
}
