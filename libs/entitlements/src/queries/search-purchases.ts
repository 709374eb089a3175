import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { FindProductsInBrief } from '#catalog/views';
import { anyOf, readDb } from '#engine/persistence';
import { type FoundPurchase, SearchPurchases } from '../contract/purchases.ts';
import { PurchaseFinder, SEARCHED } from './purchase-finder.ts';

type PurchaseRow = Omit<FoundPurchase, 'name'> & { readonly product_id: string };

@QueryHandler(SearchPurchases)
export class SearchPurchasesHandler implements IQueryHandler<SearchPurchases> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
    private readonly finder: PurchaseFinder,
  ) {}

  async execute({ search }: SearchPurchases): Promise<readonly FoundPurchase[]> {
    const [{ ids }, customers] = await Promise.all([
      this.finder.byNumber(search.of, search.organizations, search.text, search.limit),
      search.customers,
    ]);
    const rows = await this.read(search, ids, customers.ids);
    const products = await this.queries.execute(new FindProductsInBrief([...new Set(rows.map(({ product_id }) => product_id))]));
    return rows.map(({ product_id, ...row }) => ({ ...row, name: products.get(product_id)!.name }));
  }

  /** The newest of each customer are read in the order of an index. */
  private async read(
    { of, organizations, limit }: SearchPurchases['search'],
    ids: readonly string[],
    customers: readonly string[],
  ): Promise<readonly PurchaseRow[]> {
    if (ids.length + customers.length === 0) return [];
    const [table, age] = [sql.table(SEARCHED[of].table), sql.ref(SEARCHED[of].age)];
    const columns = sql`id, organization_id, customer_id, product_id, status, ${age} as age`;
    const { rows } = await sql<PurchaseRow>`
      select id, organization_id, customer_id, product_id, status from (
        select 0 as place, ${columns} from ${table} where ${anyOf('organization_id', organizations)} and id = any(${ids}::uuid[])
        union all
        select 1, newest.* from unnest(${organizations}::uuid[]) as o (id) cross join unnest(${customers}::uuid[]) as c (id)
        cross join lateral (
          select ${columns} from ${table} where organization_id = o.id and customer_id = c.id and id <> all(${ids}::uuid[])
          order by ${age} desc, id desc limit ${limit}
        ) as newest
      ) as found order by place, age desc, id desc limit ${limit}`.execute(readDb<object>(this.em));
    return rows;
  }
}
