import { Query } from '@nestjs/cqrs';

export type MemberRole = 'owner' | 'admin' | 'member' | 'finance' | 'support';

/** The role of a user in an organization; null if they do not belong to it. */
export class FindMemberRole extends Query<MemberRole | null> {
  constructor(
    readonly organizationId: string,
    readonly userId: string,
  ) {
    super();
  }
}
