import { Query } from '@nestjs/cqrs';
import { type Role, ROLES } from '../domain/roles.ts';

/** The e-mail addresses of the users who belong to an organization, in one of the roles, without blocked users. */
export class FindTeamEmails extends Query<readonly string[]> {
  constructor(
    readonly organizationId: string,
    readonly roles: readonly Role[] = ROLES,
  ) {
    super();
  }
}
