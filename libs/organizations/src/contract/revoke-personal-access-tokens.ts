import { Command } from '@nestjs/cqrs';
import type { CredentialsToEnd } from '#support/credentials';

/** Deletes all personal access tokens of a user, or those of a provider. They are not accepted from the next request on. */
export class RevokePersonalAccessTokens extends Command<void> {
  constructor(readonly which: CredentialsToEnd) {
    super();
  }
}
