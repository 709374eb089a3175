import type { QueryBus } from '@nestjs/cqrs';
import { FindCustomers, FindMemberOfCustomer, FindMembers } from '#customer-portal/contract';
import type { LicenseKeySnapshot } from '../../domain/keys/license-key-fields.ts';
import type { KeyOwner } from '../../domain/keys/license-keys.ts';

interface Recipient {
  readonly address: string;
  /** A BCP 47 tag; null if the customer has none. */
  readonly locale: string | null;
}

/**
 * Who gets e-mails about a key: the member who holds it, else the customer, else, for a team without an address, its owner. Null if nobody
 * has an address, or the customer is deleted.
 */
export async function recipientOf(
  { organizationId, customerId, memberId }: LicenseKeySnapshot & KeyOwner,
  queries: QueryBus,
): Promise<Recipient | null> {
  const customer = (await queries.execute(new FindCustomers([customerId]))).get(customerId);
  if (!customer || customer.deleted_at) return null;
  const holder = async () => (await queries.execute(new FindMembers([memberId!]))).get(memberId!);
  const owner = () => queries.execute(new FindMemberOfCustomer(organizationId, customerId, { role: 'owner' }));
  const address = memberId === null ? (customer.email ?? (await owner())?.email) : (await holder())?.email;
  return address ? { address, locale: customer.locale } : null;
}
