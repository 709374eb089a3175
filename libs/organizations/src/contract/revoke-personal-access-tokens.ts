import { Command } from '@nestjs/cqrs';

/**
 * Deletes all personal access tokens of a user, or those that were made in sessions of the provider of one organization. They are not
 * accepted from the next request on.
 */
export class RevokePersonalAccessTokens extends Command<void> {
  constructor(
    readonly userId: string,
    readonly providerOrganizationId: string | null = null,
  ) {
    super();
  }
}
