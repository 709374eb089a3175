import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { BatchLoader, readDb } from '#engine/persistence';
import type { CustomerView } from '../views/index.ts';
import { MatchCustomer } from '../contract/index.ts';
import { CustomerConflict } from '../contract/customers.ts';
import { endsOfMergers } from './merge-chains.ts';
import { CUSTOMER_SELECTION, type CustomerRow, toView } from './customer-rows.ts';

type Identifiers = readonly [organizationId: string, externalId: string | null, emailKey: string | null];
type FoundRow = CustomerRow & {
  readonly position: number;
  readonly by: 'external_id' | 'email_key' | 'alias_key';
  readonly merged_into: string | null;
};

/** Concurrent look-ups share a statement. An alias counts where no customer has the address. */
@QueryHandler(MatchCustomer)
export class MatchCustomerHandler implements IQueryHandler<MatchCustomer> {
  private readonly customers = new BatchLoader((keys) => this.read(keys), 'turn');

  constructor(private readonly em: EntityManager) {}

  async execute({ organizationId, identifiers }: MatchCustomer): Promise<CustomerView | undefined> {
    const { externalId = null, email = null } = identifiers;
    const wanted: Identifiers = [organizationId, externalId, email && email.toLowerCase()];
    const found = (await this.customers.read(JSON.stringify(wanted))) ?? [];
    const [customer] = found;
    if (found.length > 1) throw new CustomerConflict();
    if (customer && externalId !== null && customer.external_id !== null && customer.external_id !== externalId) {
      throw new CustomerConflict();
    }
    return customer;
  }

  private async read(keys: readonly string[]): Promise<ReadonlyMap<string, readonly CustomerView[]>> {
    const wanted = keys.map((key) => JSON.parse(key) as Identifiers);
    const [organizations, externalIds, emails] = [0, 1, 2].map((column) => wanted.map((each) => each[column]!));
    const foundBy = (column: FoundRow['by'], values: readonly (string | null)[] | undefined) => sql`
      select position::int, ${sql.lit(column)} as by, merged_into, ${CUSTOMER_SELECTION}
      from unnest(${organizations}::uuid[], ${values}::text[]) with ordinality as wanted (owner, value, position)
      join customer_portal.customers on organization_id = wanted.owner and ${sql.ref(column)} = wanted.value
        and ${column === 'alias_key' ? sql`merged_into is not null` : sql`deleted_at is null`}`;
    const statement = sql<FoundRow>`${foundBy('external_id', externalIds)} union all ${foundBy('email_key', emails)}
      union all ${foundBy('alias_key', emails)}`;
    const { rows } = await statement.execute(readDb<object>(this.em));
    const aliases = rows.filter(({ by }) => by === 'alias_key');
    const byPosition = Map.groupBy(
      aliases.length === 0 ? rows : await this.withTargets(rows, aliases),
      ({ position }) => position,
    );
    return new Map(keys.map((key, index) => [key, distinct(byPosition.get(index + 1) ?? [])]));
  }

  /** The customers that have the identifiers, with those whom addresses without a customer stand for. */
  private async withTargets(rows: readonly FoundRow[], aliases: readonly FoundRow[]): Promise<readonly FoundRow[]> {
    const found = rows.filter(({ by }) => by !== 'alias_key');
    const taken = new Set(found.flatMap(({ by, position }) => (by === 'email_key' ? [position] : [])));
    const ends = await endsOfMergers(
      this.em,
      aliases.map(({ id }) => id),
    );
    const { rows: targets } = await sql<CustomerRow>`select ${CUSTOMER_SELECTION} from customer_portal.customers
      where id = any(${[...new Set(ends.values())]}::uuid[]) and deleted_at is null`.execute(readDb<object>(this.em));
    const free = aliases.filter(({ position }) => !taken.has(position));
    return [
      ...found,
      ...free.flatMap((alias) => {
        const target = targets.find(({ id }) => id === ends.get(alias.id));
        return target ? [{ ...alias, ...target }] : [];
      }),
    ];
  }
}

/** A customer may be found by both identifiers. */
const distinct = (rows: readonly FoundRow[]): CustomerView[] => [...new Map(rows.map((row) => [row.id, toView(row)])).values()];
