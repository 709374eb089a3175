import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { EnsureMembers, FindCustomers, FindCustomersByExternalId, FindMembers } from '#customer-portal/contract';
import type { PurchaseSnapshot } from '#entitlements/contract';
import type { Recipient } from '../domain/seat.ts';
import { InvalidSeatAssignmentRequest } from '../domain/seat.errors.ts';
import type { SeatAccess } from './seat-access.ts';

type MemberToEnsure = EnsureMembers['people'][number];

/** The recipient of a seat as the request names it: a member, existing or to be created, or another customer of the organization. */
export type RecipientInput = MemberToEnsure | { readonly customer: { readonly id: string } | { readonly externalId: string } };

/**
 * Finds or creates the members of the purchasing customer for the recipients, all or none. Customers that the caller cannot see
 * are not found.
 */
export async function recipientsOf(
  { queries, commands }: { readonly queries: QueryBus; readonly commands: CommandBus },
  access: SeatAccess,
  { organizationId, customerId }: PurchaseSnapshot,
  inputs: readonly RecipientInput[],
): Promise<Recipient[]> {
  const people: MemberToEnsure[] = [];
  for (const input of inputs)
    people.push('customer' in input ? await memberForCustomer(queries, access, organizationId, input.customer) : input);
  const ids = await commands.execute(new EnsureMembers(organizationId, customerId, people));
  const members = await queries.execute(new FindMembers(ids));
  return ids.map((memberId) => {
    const member = members.get(memberId);
    if (!member) throw new InvalidSeatAssignmentRequest('Member not found.');
    return { memberId, email: member.email };
  });
}

async function memberForCustomer(
  queries: QueryBus,
  access: SeatAccess,
  organizationId: string,
  which: { readonly id: string } | { readonly externalId: string },
): Promise<MemberToEnsure> {
  const customer =
    'id' in which
      ? (await queries.execute(new FindCustomers([which.id]))).get(which.id)
      : (await queries.execute(new FindCustomersByExternalId([organizationId], [which.externalId])))[0];
  const isMerged = 'id' in which && customer?.id !== which.id;
  const isVisible = customer?.organization_id === organizationId && access.includes({ organizationId, customerId: customer.id });
  if (!isVisible || isMerged || customer.deleted_at !== null) {
    throw new InvalidSeatAssignmentRequest('Customer not found.');
  }
  if (customer.email === null) throw new InvalidSeatAssignmentRequest('The customer has no email address.');
  return { email: customer.email, name: customer.name };
}
