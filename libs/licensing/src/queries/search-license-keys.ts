import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import { RequestInvalid } from '#platform/http';
import { tagsOfRecords } from '#engine/persistence';
import { LICENSE_KEY_TAGS } from '../adapters/persistence/sql/license-key-tags.ts';
import { CustomerLoader } from './customer-loader.ts';
import { type KeyPosition, keyCursorOf } from './key-cursor.ts';
import type { KeyFilter } from './key-conditions.ts';
import { type KeyOrder, KeyPages, type ListedRow } from './key-pages.ts';
import type { FoundLicenseKeysView, FoundLicenseKeyView } from './searched-key.view.ts';
import { usageNow } from './visible-keys.ts';

/** Counting further would take longer the more keys there are. */
export const MOST_COUNTED = 1_000;

/** Fails for a range that the order would have to look for among all keys. */
export function assertRangeIsInOrder(filter: KeyFilter, order: KeyOrder): void {
  if (order.by === 'expires_at' || (!filter.expires_after && !filter.expires_before)) return;
  const msg = 'License keys of a range of expiry are sorted by expires_at.';
  throw new RequestInvalid([{ loc: ['query', 'sorting'], type: 'value_error', msg, input: order.by }]);
}

export const positionIn = ({ by }: KeyOrder, row: ListedRow): KeyPosition => ({ at: row[by], id: row.id });

/** A page of keys, and how many there are. */
export class SearchLicenseKeys extends Query<FoundLicenseKeysView> {
  constructor(
    readonly access: Access,
    readonly filter: KeyFilter & { readonly organization_id?: readonly string[] },
    readonly page: { readonly order: KeyOrder; readonly after: KeyPosition | null; readonly limit: number },
  ) {
    super();
  }
}

@QueryHandler(SearchLicenseKeys)
export class SearchLicenseKeysHandler implements IQueryHandler<SearchLicenseKeys> {
  constructor(
    private readonly em: EntityManager,
    private readonly pages: KeyPages,
    private readonly customers: CustomerLoader,
    private readonly clock: Clock,
  ) {}

  /** One key more than the page has shows that it is not the last one. */
  async execute({ access, filter, page }: SearchLicenseKeys): Promise<FoundLicenseKeysView> {
    const { organization_id, ...others } = filter;
    assertRangeIsInOrder(others, page.order);
    const organizations = access.narrow(organization_id);
    const wanted = { ...page, limit: page.limit + 1, countAtMost: MOST_COUNTED + 1 };
    const { rows, counted } = await this.pages.search(organizations, others, wanted);
    const shown = rows.slice(0, page.limit);
    return {
      items: await this.views(organizations, shown),
      next_cursor: rows.length > page.limit ? keyCursorOf(positionIn(page.order, shown.at(-1)!)) : null,
      total: { count: Math.min(counted, MOST_COUNTED), is_exact: counted <= MOST_COUNTED },
    };
  }

  private async views(organizations: readonly string[], rows: readonly ListedRow[]): Promise<FoundLicenseKeyView[]> {
    const ids = rows.map(({ id }) => id);
    const [customers, tags] = await Promise.all([
      this.customers.ofAll(rows.map(({ customer_id }) => customer_id)),
      tagsOfRecords(this.em, LICENSE_KEY_TAGS, organizations, ids),
    ]);
    return rows.map(({ policy, policy_state, ...row }) => {
      const { id, email, name } = customers.get(row.customer_id)!;
      const usage = usageNow({ ...row, policy, policy_state }, this.clock.now(row.organization_id));
      return { ...row, tags: [...(tags.get(row.id) ?? [])], usage, customer: { id, email, name } };
    });
  }
}
