import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { BatchLoader, pairKey, unzipPairs } from './batch-loader.ts';
import { readByOrganization } from './distributed-tables.ts';
import { readDb } from './reads/read-db.ts';

/** So few rows are read together with those of other owners, however large they are. */
export const FEW_ROWS = 20;

/** Lists of rows that belong to an owner in an organization. */
interface Lists {
  readonly table: string;
  /** Names of columns, or what is computed of them, with a name. */
  readonly columns: readonly (string | RawBuilder<unknown>)[];
  /** The column with the id of the owner. */
  readonly owner: string;
  readonly where: RawBuilder<unknown>;
  /** The column of the time that orders a list; the id breaks ties. */
  readonly by?: string;
}

/** Reads lists that are probably short, with one statement for all requests at that moment. */
export class ShortLists<Row extends object> {
  private readonly lists: BatchLoader<Row[]>;

  constructor(
    private readonly em: EntityManager,
    { table, columns, owner, where, by = 'created_at' }: Lists,
  ) {
    const [selected, order] = [
      sql.join(columns.map((column) => (typeof column === 'string' ? sql.ref(column) : column))),
      sql.ref(by),
    ];
    const list = sql`select ${selected} from ${sql.table(table)}
      where organization_id = wanted.organization_id and ${sql.ref(owner)} = wanted.of_owner and ${where}
      order by ${order}, id limit ${sql.lit(FEW_ROWS + 1)}`;
    this.lists = new BatchLoader(
      (pairs) => readByOrganization(this.em, pairs, (some) => this.readLists(some, list)),
      'microtask',
    );
  }

  /** The rows, oldest first; null if they are more than few. */
  async read(organizationId: string, ownerId: string): Promise<Row[] | null> {
    const rows = (await this.lists.read(pairKey(organizationId, ownerId))) ?? [];
    return rows.length > FEW_ROWS ? null : rows;
  }

  private async readLists(pairs: readonly string[], list: RawBuilder<unknown>): Promise<ReadonlyMap<string, Row[]>> {
    const [organizationIds, ownerIds] = unzipPairs(pairs);
    const { rows } = await sql<Row & { readonly wanted_organization: string; readonly of_owner: string }>`
      select found.*, wanted.organization_id as wanted_organization, wanted.of_owner
      from unnest(${organizationIds}::uuid[], ${ownerIds}::uuid[]) as wanted (organization_id, of_owner)
      cross join lateral (${list}) as found`.execute(readDb<object>(this.em));
    const found = Map.groupBy(rows, ({ wanted_organization, of_owner }) => pairKey(wanted_organization, of_owner));
    return new Map(
      [...found].map(([pair, of]) => [
        pair,
        of.map(({ wanted_organization: _organization, of_owner: _owner, ...row }) => row as unknown as Row),
      ]),
    );
  }
}
