import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  type MemberToEnsure,
  EnsureMembers,
  FindCustomers,
  FindCustomersByExternalId,
  FindMembers,
} from '#customer-portal/contract';
import type { PurchaseSnapshot } from '#entitlements/contract';
import type { Recipient } from '../domain/seat.ts';
import { InvalidSeatAssignmentRequest } from '../domain/seat.errors.ts';
import type { SeatAccess } from './seat-access.ts';

/** Who is to get a seat, in the words of the request: a member or somebody to become one, or a customer of the seller. */
export type RecipientInput = MemberToEnsure | { readonly customer: { readonly id: string } | { readonly externalId: string } };

/** Finds the members of the customer who bought, or makes them: of all, or of none. Customers out of reach are unknown. */
export async function recipientsOf(
  { queries, commands }: { readonly queries: QueryBus; readonly commands: CommandBus },
  reach: SeatAccess,
  { organizationId, customerId }: PurchaseSnapshot,
  wishes: readonly RecipientInput[],
): Promise<Recipient[]> {
  const people: MemberToEnsure[] = [];
  for (const wish of wishes)
    people.push('customer' in wish ? await personOf(queries, reach, organizationId, wish.customer) : wish);
  const ids = await commands.execute(new EnsureMembers(organizationId, customerId, people));
  const members = await queries.execute(new FindMembers(ids));
  return ids.map((memberId) => {
    const member = members.get(memberId);
    if (!member) throw new InvalidSeatAssignmentRequest('Member not found.');
    return { memberId, email: member.email };
  });
}

async function personOf(
  queries: QueryBus,
  reach: SeatAccess,
  organizationId: string,
  which: { readonly id: string } | { readonly externalId: string },
): Promise<MemberToEnsure> {
  const customer =
    'id' in which
      ? (await queries.execute(new FindCustomers([which.id]))).get(which.id)
      : (await queries.execute(new FindCustomersByExternalId([organizationId], [which.externalId])))[0];
  const isKnown = customer?.organization_id === organizationId && reach.includes({ organizationId, customerId: customer.id });
  if (!isKnown || customer.deleted_at !== null) {
    throw new InvalidSeatAssignmentRequest('Customer not found.');
  }
  if (customer.email === null) throw new InvalidSeatAssignmentRequest('The customer has no email address.');
  return { email: customer.email, name: customer.name };
}
