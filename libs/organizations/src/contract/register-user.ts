import { Command } from '@nestjs/cqrs';

/** Returns the id of the user with this email address, and creates the user if there is none. */
export class RegisterUser extends Command<string> {
  constructor(
    readonly email: string,
    /** The organization through whose provider the user comes: they share the quota of whoever created it, like invited users. */
    readonly organizationId?: string,
  ) {
    super();
  }
}
