import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { customerIdsFilter } from '#customer-portal/contract';
import { FindBenefits } from '#catalog/contract';
import { type Access, ResourceNotFound } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { anyOf, areRowsCounted, orderByWithId, readDb, type Sorting, type Total, totalOfRows } from '#engine/persistence';
import type { EntitlementsTables } from '../adapters/persistence/entitlements-tables.mapping.ts';
import { IS_GRANTED } from '../adapters/persistence/sql/is-granted.ts';
import type { BenefitGrantView } from './benefit-grant.view.ts';
import { BenefitGrantLoader } from './benefit-grant-loader.ts';
import { COUNTED_GRANTS, facetsOfGrants } from './counted-purchases.ts';
import { GRANT_VIEW_COLUMNS } from './grant-columns.ts';

const COLUMNS = { created_at: 'created_at', granted_at: 'granted_at', revoked_at: 'revoked_at' } as const;
type Order = keyof typeof COLUMNS;
export const BENEFIT_GRANT_ORDERS = Object.keys(COLUMNS) as Order[];

/** Values of one filter are alternatives; different filters are combined with AND. */
interface BenefitGrantFilter {
  readonly organization_id?: readonly string[];
  /** Must be visible to the caller and not deleted; otherwise the list is not found. */
  readonly benefit_id?: string;
  readonly customer_id?: readonly string[];
  readonly external_customer_id?: readonly string[];
  readonly member_id?: readonly string[];
  readonly is_granted?: boolean;
}

export class ListBenefitGrants extends Query<Page<BenefitGrantView>> {
  constructor(
    readonly access: Access,
    readonly filter: BenefitGrantFilter,
    readonly sorting: Sorting<Order>,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListBenefitGrants)
export class ListBenefitGrantsHandler implements IQueryHandler<ListBenefitGrants> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
    private readonly grants: BenefitGrantLoader,
  ) {}

  async execute({ access, filter, sorting, paging }: ListBenefitGrants): Promise<Page<BenefitGrantView>> {
    if (filter.benefit_id) await this.assertBenefitVisible(access, filter.benefit_id);
    const organizations = access.narrow(filter.organization_id);
    const [areCounted, customers] = await Promise.all([
      areRowsCounted(this.em),
      customerIdsFilter(this.queries, organizations, filter.customer_id, filter.external_customer_id),
    ]);
    const matching = this.matching(organizations, { ...filter, customer_id: customers });
    const total = totalOfRows(sql<Total>`select count(*) as total from ${matching.select('id')} as matching`, {
      counted: COUNTED_GRANTS,
      organizations,
      facets: areCounted ? facetsOfGrants(filter) : undefined,
    });
    const order = orderByWithId(sorting, (key) => COLUMNS[key]);
    // The grants before the page are skipped in their index: only those of the page are read.
    const page = matching.select('id').orderBy(order).limit(paging.limit).offset(offsetOf(paging));
    const db = readDb<EntitlementsTables>(this.em);
    const [rows, { rows: totals }] = await Promise.all([
      db
        .selectFrom('entitlements.benefit_grants')
        .where(anyOf('organization_id', organizations))
        .where('id', 'in', page)
        .select(GRANT_VIEW_COLUMNS)
        .orderBy(order)
        .execute(),
      total.execute(db),
    ]);
    return toPage(await this.grants.of(rows), totals[0]!.total, paging);
  }

  private async assertBenefitVisible(access: Access, id: string): Promise<void> {
    const benefit = (await this.queries.execute(new FindBenefits([id]))).get(id);
    if (!benefit || benefit.is_deleted || !access.visible.includes(benefit.organization_id)) throw new ResourceNotFound();
  }

  private matching(organizations: readonly string[], filter: BenefitGrantFilter) {
    let some = readDb<EntitlementsTables>(this.em)
      .selectFrom('entitlements.benefit_grants')
      .where(anyOf('organization_id', organizations));
    if (filter.benefit_id) some = some.where('benefit_id', '=', filter.benefit_id);
    if (filter.customer_id) some = some.where(anyOf('customer_id', filter.customer_id));
    if (filter.member_id) some = some.where(anyOf('member_id', filter.member_id));
    if (filter.is_granted !== undefined) some = some.where(filter.is_granted ? IS_GRANTED : sql<boolean>`not ${IS_GRANTED}`);
    return some;
  }
}
