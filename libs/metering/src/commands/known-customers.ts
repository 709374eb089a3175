import type { QueryBus } from '@nestjs/cqrs';
import { FindCustomers, FindCustomersByExternalId, FindMembers } from '#customer-portal/contract';
import type { KnownCustomer } from '../domain/usage-event.ts';

interface Customer {
  readonly id: string;
  readonly organization_id: string;
  readonly external_id: string | null;
  readonly name: string | null;
  readonly deleted_at: Date | null;
}

const known = (customer: Customer): KnownCustomer => ({
  id: customer.id,
  organizationId: customer.organization_id,
  externalId: customer.deleted_at === null ? customer.external_id : null,
  name: customer.name,
  isDeleted: customer.deleted_at !== null,
});

export async function customersById(queries: QueryBus, ids: readonly string[]): Promise<KnownCustomer[]> {
  if (ids.length === 0) return [];
  const found = await queries.execute(new FindCustomers(ids));
  return [...found.values()].map(known);
}

export async function customersByExternalId(
  queries: QueryBus,
  organizations: readonly string[],
  externalIds: readonly string[],
): Promise<KnownCustomer[]> {
  if (externalIds.length === 0) return [];
  return (await queries.execute(new FindCustomersByExternalId(organizations, externalIds))).map(known);
}

/** The customers that members are of, by the member's id. */
export async function customersOfMembers(queries: QueryBus, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const members = await queries.execute(new FindMembers(ids));
  return new Map([...members.values()].map(({ id, customer_id }) => [id, customer_id]));
}
