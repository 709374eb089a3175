import { Command, Query } from '@nestjs/cqrs';

/** Whether an organization has an enabled connection to a provider. Handled by the context that signs users in. */
export class HasSingleSignOn extends Query<boolean> {
  constructor(readonly organizationId: string) {
    super();
  }
}

/**
 * Ends what the provider of an organization has opened for a user. Of a user who becomes an owner it goes on if owners may sign in through
 * the provider: otherwise whoever chose it could have been the user. Handled by the context that signs users in.
 */
export class EndAccessThroughProvider extends Command<void> {
  constructor(
    readonly userId: string,
    readonly organizationId: string,
    readonly reason: 'becomes owner' | 'loses access',
    /** What was signed in by then; null for everything. */
    readonly until: Date | null,
  ) {
    super();
  }
}
