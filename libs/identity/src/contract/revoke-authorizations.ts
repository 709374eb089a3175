import { Command } from '@nestjs/cqrs';

/**
 * Sent when a user signs out everywhere: ends everything that the user allowed applications, or what they allowed in sessions of the
 * provider of one organization. The tokens of the applications are not accepted from the next request on. Handled by the context that has
 * the grants.
 */
export class RevokeAuthorizations extends Command<void> {
  constructor(
    readonly userId: string,
    readonly providerOrganizationId: string | null = null,
  ) {
    super();
  }
}
