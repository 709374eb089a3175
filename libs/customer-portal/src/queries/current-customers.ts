import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Kysely, sql } from 'kysely';
import { BatchLoader, fixedRead, pairKey, unzipPairs } from '#engine/persistence';
import type { CustomerView } from '../views/index.ts';
import { CUSTOMER_SELECTION, type CustomerRow, toView } from './customer-rows.ts';

interface Pairs {
  readonly organizations: readonly string[];
  readonly ids: readonly string[];
}

const readPairs = fixedRead(
  (_db: Kysely<object>, { organizations, ids }: Pairs) => sql<CustomerRow>`select ${CUSTOMER_SELECTION}
    from unnest(${organizations}::uuid[], ${ids}::uuid[]) as wanted (within, customer)
    join customer_portal.customers on id = wanted.customer and organization_id = wanted.within
    where deleted_at is null`,
);

/** Reads customers that are not deleted, by organization and id, with one statement for all requests at that moment. */
@Injectable()
export class CurrentCustomers {
  private readonly customers = new BatchLoader<CustomerView>((pairs) => this.read(pairs), 'microtask');

  constructor(private readonly em: EntityManager) {}

  /** The customer, if it belongs to one of the organizations. */
  async find(organizations: readonly string[], id: string): Promise<CustomerView | undefined> {
    const found = await this.customers.readAll(organizations.map((organizationId) => pairKey(organizationId, id)));
    return found.values().next().value;
  }

  private async read(pairs: readonly string[]): Promise<ReadonlyMap<string, CustomerView>> {
    const [organizations, ids] = unzipPairs(pairs);
    const customers = (await readPairs(this.em, { organizations, ids })).map(toView);
    return new Map(customers.map((customer) => [pairKey(customer.organization_id, customer.id), customer]));
  }
}
