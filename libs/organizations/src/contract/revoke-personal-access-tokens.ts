import { Command } from '@nestjs/cqrs';

/** Deletes all personal access tokens of a user. They are not accepted from the next request on. */
export class RevokePersonalAccessTokens extends Command<void> {
  constructor(readonly userId: string) {
    super();
  }
}
