import { Command } from '@nestjs/cqrs';

/**
 * Makes whoever has this address a member of an organization, with this role; registers the user if there is none. Members keep the
 * role that they have. Returns the id of the user. Throws `ResourceNotFound` for an unknown organization.
 */
export class AdmitMember extends Command<string> {
  constructor(
    readonly organizationId: string,
    readonly email: string,
    readonly role: 'admin' | 'member' | 'finance',
  ) {
    super();
  }
}
