import { Query } from '@nestjs/cqrs';
import type { MemberView } from './member.view.ts';

/** What a member of a customer is known by, the owner by being it. E-mail addresses are compared without regard to case. */
export type KnownBy =
  { readonly id: string } | { readonly externalId: string } | { readonly email: string } | { readonly role: 'owner' };

/** The living member of this customer; null where there is none. */
export class FindMemberOfCustomer extends Query<MemberView | null> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
    readonly by: KnownBy,
  ) {
    super();
  }
}
