import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { BatchLoader, readDb } from '#engine/persistence';
import { CustomerConflict, type CustomerView, MatchCustomer } from '../contract/index.ts';
import { CUSTOMER_SELECTION, type CustomerRow, toView } from './customer-rows.ts';

type Identifiers = readonly [organizationId: string, externalId: string | null, emailKey: string | null];
type FoundRow = CustomerRow & { readonly position: number };

/** Concurrent look-ups share a statement. */
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
    const foundBy = (column: string, values: readonly (string | null)[] | undefined) => sql`
      select position::int, ${CUSTOMER_SELECTION}
      from unnest(${organizations}::uuid[], ${values}::text[]) with ordinality as wanted (owner, value, position)
      join customer_portal.customers on organization_id = wanted.owner and ${sql.ref(column)} = wanted.value and deleted_at is null`;
    const statement = sql<FoundRow>`${foundBy('external_id', externalIds)} union all ${foundBy('email_key', emails)}`;
    const { rows } = await statement.execute(readDb<object>(this.em));
    const byPosition = Map.groupBy(rows, ({ position }) => position);
    return new Map(keys.map((key, index) => [key, distinct(byPosition.get(index + 1) ?? [])]));
  }
}

/** A customer may be found by both identifiers. */
const distinct = (rows: readonly FoundRow[]): CustomerView[] => [...new Map(rows.map((row) => [row.id, toView(row)])).values()];
