import { Query } from '@nestjs/cqrs';
import type { MemberView } from './member.view.ts';

/** Selects a member of a customer. Email addresses are compared without regard to case. */
export type MemberSelector =
  { readonly id: string } | { readonly externalId: string } | { readonly email: string } | { readonly role: 'owner' };

/** The member of this customer; null if there is none or it is deleted. */
export class FindMemberOfCustomer extends Query<MemberView | null> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
    readonly by: MemberSelector,
  ) {
    super();
  }
}
