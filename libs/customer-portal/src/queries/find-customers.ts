import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type Kysely, sql } from 'kysely';
import { BatchLoader, fixedRead, readDb } from '#engine/persistence';
import {
  FindCustomers,
  IdentifyCustomers,
  FindFormerCustomers,
  FindMergedCustomers,
  FindCustomersByExternalId,
} from '../contract/index.ts';
import type { CustomerView } from '../views/index.ts';
import { type CustomerIdentity, FindMergeTarget, type MergedCustomer } from '../contract/customers.ts';
import { CUSTOMER_SELECTION, type FoundCustomer, type FoundRow, toFound, readCustomers } from './customer-rows.ts';
import { endsOfMergers } from './merge-chains.ts';

@QueryHandler(FindCustomersByExternalId)
export class FindCustomersByExternalIdHandler implements IQueryHandler<FindCustomersByExternalId> {
  constructor(private readonly em: EntityManager) {}

  execute({ organizations, externalIds }: FindCustomersByExternalId): Promise<CustomerView[]> {
    const statement = sql`select ${CUSTOMER_SELECTION} from customer_portal.customers
      where organization_id = any(${organizations}::uuid[]) and external_id = any(${externalIds}::text[]) and deleted_at is null`;
    return readCustomers(this.em, statement);
  }
}

@QueryHandler(FindMergedCustomers)
export class FindMergedCustomersHandler implements IQueryHandler<FindMergedCustomers> {
  constructor(private readonly em: EntityManager) {}

  async execute({ organizations, externalIds }: FindMergedCustomers): Promise<MergedCustomer[]> {
    const { rows } = await sql<Omit<MergedCustomer, 'merged_into'> & { readonly id: string }>`
      select id, organization_id, external_id from customer_portal.customers
      where organization_id = any(${organizations}::uuid[]) and external_id = any(${externalIds}::text[]) and merged_into is not null
      order by deleted_at desc, id`.execute(readDb<object>(this.em));
    const ends = await endsOfMergers(
      this.em,
      rows.map(({ id }) => id),
    );
    return rows.map(({ id, ...row }) => ({ ...row, merged_into: ends.get(id)! }));
  }
}

@QueryHandler(FindFormerCustomers)
export class FindFormerCustomersHandler implements IQueryHandler<FindFormerCustomers> {
  constructor(private readonly em: EntityManager) {}

  async execute({ customerId }: FindFormerCustomers): Promise<readonly string[]> {
    const { rows } = await sql<{ readonly id: string }>`
      with recursive former (id) as (
        select id from customer_portal.customers where merged_into = ${customerId}
        union all
        select c.id from former join customer_portal.customers c on c.merged_into = former.id
      )
      select id from former`.execute(readDb<object>(this.em));
    return rows.map(({ id }) => id);
  }
}

const readByIds = fixedRead(
  (_db: Kysely<object>, { ids }: { ids: readonly string[] }) =>
    sql<FoundRow>`select ${CUSTOMER_SELECTION}, merged_into from customer_portal.customers where id = any(${ids}::uuid[])`,
);

/** All that are looked up at the same time are read by one statement. Merged customers are rare: only they cost further ones. */
@QueryHandler(FindCustomers)
export class FindCustomersHandler implements IQueryHandler<FindCustomers> {
  private readonly customers = new BatchLoader((ids) => this.find(ids), 'turn');

  constructor(private readonly em: EntityManager) {}

  execute({ ids }: FindCustomers): Promise<ReadonlyMap<string, CustomerView>> {
    return this.customers.readAll(ids);
  }

  private async find(ids: readonly string[]): Promise<ReadonlyMap<string, CustomerView>> {
    const found = await this.read(ids);
    const customers = new Map(found.map(({ customer }) => [customer.id, customer]));
    const merged = found.flatMap(({ customer, isMerged }) => (isMerged ? [customer.id] : []));
    if (merged.length === 0) return customers;
    const ends = await endsOfMergers(this.em, merged);
    const targets = new Map((await this.read([...new Set(ends.values())])).map(({ customer }) => [customer.id, customer]));
    for (const [id, end] of ends) customers.set(id, targets.get(end)!);
    return customers;
  }

  private async read(ids: readonly string[]): Promise<FoundCustomer[]> {
    return (await readByIds(this.em, { ids })).map(toFound);
  }
}

/** Concurrent queries for so few customers share a statement. */
const FEW = 10;

@QueryHandler(IdentifyCustomers)
export class IdentifyCustomersHandler implements IQueryHandler<IdentifyCustomers> {
  private readonly few: BatchLoader<CustomerIdentity>;

  constructor(private readonly em: EntityManager) {
    this.few = new BatchLoader(async (ids) => new Map((await this.read(ids)).map((each) => [each.id, each])));
  }

  async execute({ ids }: IdentifyCustomers): Promise<CustomerIdentity[]> {
    return ids.length > FEW ? this.read(ids) : [...(await this.few.readAll(ids)).values()];
  }

  private async read(ids: readonly string[]): Promise<CustomerIdentity[]> {
    const { rows } = await sql<CustomerIdentity>`
      select id, organization_id, case when deleted_at is null then external_id end as external_id, name,
        deleted_at is not null as is_deleted, merged_into
      from customer_portal.customers where id = any(${ids}::uuid[])`.execute(readDb<object>(this.em));
    const merged = rows.flatMap(({ id, merged_into }) => (merged_into === null ? [] : [id]));
    if (merged.length === 0) return rows;
    const ends = await endsOfMergers(this.em, merged);
    return rows.map((row) => ({ ...row, merged_into: ends.get(row.id) ?? null }));
  }
}

@QueryHandler(FindMergeTarget)
export class FindMergeTargetHandler implements IQueryHandler<FindMergeTarget> {
  constructor(private readonly queries: QueryBus) {}

  async execute({ customerId }: FindMergeTarget): Promise<string | null> {
    const [customer] = await this.queries.execute(new IdentifyCustomers([customerId]));
    return customer?.merged_into ?? null;
  }
}
