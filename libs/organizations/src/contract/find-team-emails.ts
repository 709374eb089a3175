import { Query } from '@nestjs/cqrs';

/** The e-mail addresses of the users who belong to an organization, without blocked users. */
export class FindTeamEmails extends Query<readonly string[]> {
  constructor(readonly organizationId: string) {
    super();
  }
}
