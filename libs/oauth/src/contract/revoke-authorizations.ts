import { Command } from '@nestjs/cqrs';

/** Ends everything that a user allowed applications. Their tokens are not accepted from the next request on. */
export class RevokeAuthorizations extends Command<void> {
  constructor(readonly userId: string) {
    super();
  }
}
