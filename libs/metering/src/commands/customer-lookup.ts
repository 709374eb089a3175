import type { QueryBus } from '@nestjs/cqrs';
import {
  type CustomerIdentity,
  FindCustomersByExternalId,
  FindRemainingMembers,
  FindMergedCustomers,
  IdentifyCustomers,
} from '#customer-portal/contract';
import type { KnownCustomer } from '../domain/usage-event.ts';

const asKnown = ({ id, organization_id, external_id, name, is_deleted }: CustomerIdentity): KnownCustomer => ({
  id,
  organizationId: organization_id,
  externalId: external_id,
  name,
  isDeleted: is_deleted,
});

/** Customers by the ids that they are named by. For a merged customer it is the one that it was merged into. */
export async function customersNamed(queries: QueryBus, ids: readonly string[]): Promise<ReadonlyMap<string, KnownCustomer>> {
  if (ids.length === 0) return new Map();
  const found = await queries.execute(new IdentifyCustomers(ids));
  const customers = new Map(found.map((each) => [each.id, asKnown(each)]));
  const ends = [...new Set(found.flatMap(({ merged_into }) => merged_into ?? []))];
  if (ends.length === 0) return customers;
  const targets = new Map((await queries.execute(new IdentifyCustomers(ends))).map((each) => [each.id, asKnown(each)]));
  for (const { id, merged_into } of found) if (merged_into !== null) customers.set(id, targets.get(merged_into)!);
  return customers;
}

/** The same without the names. */
export async function customersById(queries: QueryBus, ids: readonly string[]): Promise<KnownCustomer[]> {
  return [...(await customersNamed(queries, ids)).values()];
}

/** The customers that customers with these external ids were merged into, by organization and external id. */
export async function mergedByExternalId(
  queries: QueryBus,
  organizations: readonly string[],
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (externalIds.length === 0) return new Map();
  const found = await queries.execute(new FindMergedCustomers(organizations, externalIds));
  return new Map(
    found.toReversed().map(({ organization_id, external_id, merged_into }) => [`${organization_id} ${external_id}`, merged_into]),
  );
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

/**
 * Members by the ids that they are named by, and by their own. For a merged member it is the one that took its place. Deleted members
 * are left out.
 */
export async function membersNamed(queries: QueryBus, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const named = await queries.execute(new FindRemainingMembers(ids));
  return new Map([...named, ...[...named.values()].map((member) => [member.id, member] as const)]);
}

export type NamedMembers = Awaited<ReturnType<typeof membersNamed>>;
