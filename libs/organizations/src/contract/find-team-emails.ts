import { Query } from '@nestjs/cqrs';
import type { MemberRole } from './find-member-role.ts';

/** The e-mail addresses of the users who belong to an organization, or of those with a role, without blocked users. */
export class FindTeamEmails extends Query<readonly string[]> {
  constructor(
    readonly organizationId: string,
    readonly role: MemberRole | null = null,
  ) {
    super();
  }
}
