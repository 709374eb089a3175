import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import { RequestInvalid } from '#platform/http';
import type { KeyFilter } from './key-conditions.ts';
import type { KeyPosition } from './key-cursor.ts';
import { type KeyOrder, KeyPages } from './key-pages.ts';
import { positionIn } from './search-license-keys.ts';
import { visibleKeys } from './visible-keys.ts';

/** The most keys of a bulk change. */
export const MOST_BULK_KEYS = 10_000;
const PAGE = 1_000;

/** Keys by their ids, or all that match a filter. */
export type BulkSet = { readonly ids: readonly string[] } | { readonly filter: KeyFilter };

/** The ids of the keys of an organization that a bulk change is about. Throws `RequestInvalid` if there are none, or too many. */
export class SelectBulkKeys extends Query<readonly string[]> {
  constructor(
    readonly access: Access,
    readonly organizationId: string,
    readonly set: BulkSet,
  ) {
    super();
  }
}

const invalid = (place: readonly (string | number)[], msg: string, input: unknown): RequestInvalid =>
  new RequestInvalid([{ loc: ['body', ...place], type: 'value_error', msg, input }]);

@QueryHandler(SelectBulkKeys)
export class SelectBulkKeysHandler implements IQueryHandler<SelectBulkKeys> {
  constructor(
    private readonly em: EntityManager,
    private readonly pages: KeyPages,
  ) {}

  async execute({ access, organizationId, set }: SelectBulkKeys): Promise<readonly string[]> {
    const organizations = access.narrow([organizationId]);
    return 'ids' in set ? this.named(organizations, set.ids) : this.matching(organizations, set.filter);
  }

  private async named(organizations: readonly string[], ids: readonly string[]): Promise<readonly string[]> {
    const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
    const found = await visibleKeys(this.em, organizations).select('id').where('id', 'in', wanted).orderBy('id').execute();
    const known = new Set(found.map(({ id }) => id));
    const unknown = ids.findIndex((id) => !known.has(id.toLowerCase()));
    if (unknown >= 0) throw invalid(['ids', unknown], 'The organization has no such license key.', ids[unknown]);
    return [...known];
  }

  private async matching(organizations: readonly string[], filter: KeyFilter): Promise<readonly string[]> {
    const conditions = await this.pages.conditions(organizations, filter);
    const isRange = filter.expires_after !== undefined || filter.expires_before !== undefined;
    const order: KeyOrder = { by: isRange ? 'expires_at' : 'created_at', isDescending: false };
    const ids: string[] = [];
    for (let last: KeyPosition | null = null; ;) {
      const page = await this.pages.read(organizations, conditions, { order, after: last, limit: PAGE });
      ids.push(...page.map(({ id }) => id));
      if (ids.length > MOST_BULK_KEYS) throw invalid(['filter'], `More than ${MOST_BULK_KEYS} license keys match.`, filter);
      if (page.length < PAGE) break;
      last = positionIn(order, page.at(-1)!);
    }
    if (ids.length === 0) throw invalid(['filter'], 'No license key matches.', filter);
    return ids;
  }
}
