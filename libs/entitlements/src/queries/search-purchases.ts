import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { FindProductsInBrief } from '#catalog/views';
import { anyOf, readDb } from '#engine/persistence';
import { type FoundPurchase, SearchPurchases } from '../contract/purchases.ts';
import { PurchaseFinder, SEARCHED } from './purchase-finder.ts';

type PurchaseRow = Omit<FoundPurchase, 'name' | 'tag'> & { readonly product_id: string };

@QueryHandler(SearchPurchases)
export class SearchPurchasesHandler implements IQueryHandler<SearchPurchases> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
    private readonly finder: PurchaseFinder,
  ) {}

  async execute({ search }: SearchPurchases): Promise<readonly FoundPurchase[]> {
    const { of, organizations, text, limit } = search;
    const [{ ids }, { ids: tagged, tag }, customers] = await Promise.all([
      this.finder.byNumber(of, organizations, text, limit),
      this.finder.byTag(of, organizations, text, limit),
      search.customers,
    ]);
    const rows = await this.read(search, { ids, tagged, customers: customers.ids });
    const products = await this.queries.execute(new FindProductsInBrief([...new Set(rows.map(({ product_id }) => product_id))]));
    return rows.map(({ product_id, ...row }) => ({
      ...row,
      name: products.get(product_id)!.name,
      tag: tagged.includes(row.id) ? tag : null,
    }));
  }

  /** The newest of each customer are read in the order of an index. */
  private async read(
    { of, organizations, limit }: SearchPurchases['search'],
    { ids, tagged, customers }: Readonly<Record<'ids' | 'tagged' | 'customers', readonly string[]>>,
  ): Promise<readonly PurchaseRow[]> {
    const own = [...ids, ...tagged];
    if (own.length + customers.length === 0) return [];
    const [table, age] = [sql.table(SEARCHED[of].table), sql.ref(SEARCHED[of].age)];
    const columns = sql`id, organization_id, customer_id, product_id, status, ${age} as age`;
    const { rows } = await sql<PurchaseRow>`
      select id, organization_id, customer_id, product_id, status from (
        select case when id = any(${ids}::uuid[]) then 0 else 1 end as place, ${columns} from ${table}
        where ${anyOf('organization_id', organizations)} and id = any(${own}::uuid[])
        union all
        select 2, newest.* from unnest(${organizations}::uuid[]) as o (id) cross join unnest(${customers}::uuid[]) as c (id)
        cross join lateral (
          select ${columns} from ${table} where organization_id = o.id and customer_id = c.id and id <> all(${own}::uuid[])
          order by ${age} desc, id desc limit ${limit}
        ) as newest
      ) as found order by place, age desc, id desc limit ${limit}`.execute(readDb<object>(this.em));
    return rows;
  }
}
