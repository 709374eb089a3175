import { Command } from '@nestjs/cqrs';

/**
 * Ends everything that a user allowed applications, or what they allowed in sessions of the provider of one organization. The tokens of
 * the applications are not accepted from the next request on.
 */
export class RevokeAuthorizations extends Command<void> {
  constructor(
    readonly userId: string,
    readonly providerOrganizationId: string | null = null,
  ) {
    super();
  }
}
