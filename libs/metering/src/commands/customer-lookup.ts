import type { QueryBus } from '@nestjs/cqrs';
import { FindCustomersByExternalId, FindMembers, IdentifyCustomers } from '#customer-portal/contract';
import type { KnownCustomer } from '../domain/usage-event.ts';

export async function customersById(queries: QueryBus, ids: readonly string[]): Promise<KnownCustomer[]> {
  if (ids.length === 0) return [];
  const found = await queries.execute(new IdentifyCustomers(ids));
  return found.map(({ id, organization_id, external_id, name, is_deleted }) => ({
    id,
    organizationId: organization_id,
    externalId: external_id,
    name,
    isDeleted: is_deleted,
  }));
}

export async function customersByExternalId(
  queries: QueryBus,
  organizations: readonly string[],
  externalIds: readonly string[],
): Promise<KnownCustomer[]> {
  if (externalIds.length === 0) return [];
  const found = await queries.execute(new FindCustomersByExternalId(organizations, externalIds));
  return found.map(({ id, organization_id, external_id, name }) => ({
    id,
    organizationId: organization_id,
    externalId: external_id,
    name,
    isDeleted: false,
  }));
}

/** The ids of the customers of members, by member id. Deleted members are left out. */
export async function customersOfMembers(queries: QueryBus, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const members = await queries.execute(new FindMembers(ids, 'not-deleted'));
  return new Map([...members.values()].map(({ id, customer_id }) => [id, customer_id]));
}
