import { Command } from '@nestjs/cqrs';

/** Makes a user a member with this role. Whoever is a member already keeps the role. Throws `ResourceNotFound`. */
export class JoinOrganization extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly userId: string,
    readonly role: 'admin' | 'member' | 'finance' | 'support',
  ) {
    super();
  }
}
