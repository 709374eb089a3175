import { Query } from '@nestjs/cqrs';
import type { MemberRole } from './find-member-role.ts';

/** The e-mail addresses of the users who belong to an organization, in one of the roles if any are named, without blocked users. */
export class FindTeamEmails extends Query<readonly string[]> {
  constructor(
    readonly organizationId: string,
    readonly roles: readonly MemberRole[] | null = null,
  ) {
    super();
  }
}
