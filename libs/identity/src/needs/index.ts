import { Command } from '@nestjs/cqrs';
import type { CredentialsToEnd } from '#support/credentials';

/**
 * Ends everything that a user allowed applications, or what users allowed in sessions of a provider. The tokens of the applications are not
 * accepted from the next request on. Handled by the context that has the grants.
 */
export class RevokeAuthorizations extends Command<void> {
  constructor(readonly which: CredentialsToEnd) {
    super();
  }
}
