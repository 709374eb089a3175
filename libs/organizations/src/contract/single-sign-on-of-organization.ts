import { Command, Query } from '@nestjs/cqrs';

/** Whether an organization has an enabled connection to a provider. Handled by the context that signs users in. */
export class HasSingleSignOn extends Query<boolean> {
  constructor(readonly organizationId: string) {
    super();
  }
}

/**
 * A user has become an owner of an organization: ends their sessions of its provider, and what they made in these, unless owners may sign in
 * through it. Whoever chose the provider could have been the user. Handled by the context that signs users in.
 */
export class EndAccessThroughProvider extends Command<void> {
  constructor(
    readonly userId: string,
    readonly organizationId: string,
  ) {
    super();
  }
}
