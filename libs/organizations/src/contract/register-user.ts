import { Command } from '@nestjs/cqrs';

/** Returns the id of the user with this email address, and creates the user if there is none. */
export class RegisterUser extends Command<string> {
  constructor(readonly email: string) {
    super();
  }
}
