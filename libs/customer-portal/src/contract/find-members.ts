import { Query } from '@nestjs/cqrs';
import type { MemberSnapshot } from './customer.ts';

/**
 * Members by id, of any organization. Deleted members are included, unless `which` is `not-deleted`. Unknown ids are missing in the
 * result. The caller checks the organization.
 */
export class FindMembers extends Query<ReadonlyMap<string, MemberSnapshot>> {
  constructor(
    readonly ids: readonly string[],
    readonly which: 'all' | 'not-deleted' = 'all',
  ) {
    super();
  }
}

/** Selects a member of a customer. Email addresses are compared without regard to case. */
export type MemberSelector =
  { readonly id: string } | { readonly externalId: string } | { readonly email: string } | { readonly role: 'owner' };

/** The member of this customer; null if there is none or it is deleted. */
export class FindMemberOfCustomer extends Query<MemberSnapshot | null> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
    readonly by: MemberSelector,
  ) {
    super();
  }
}
