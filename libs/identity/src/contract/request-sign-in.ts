import { Command } from '@nestjs/cqrs';

/**
 * Lets a code be mailed to the user with this address, with which they sign in. It looks up no user: neither the outcome nor its
 * timing reveals whether there is one. `isFromKnownDevice` is true on a device on which somebody signed in with this address before.
 */
export class RequestSignIn extends Command<void> {
  constructor(
    readonly email: string,
    readonly isFromKnownDevice: boolean,
  ) {
    super();
  }
}
