import { Query, Command } from '@nestjs/cqrs';
import type { CredentialsToEnd } from '#support/credentials';

/** Deletes all personal access tokens of a user, or those of a provider. They are not accepted from the next request on. */
export class RevokePersonalAccessTokens extends Command<void> {
  constructor(readonly which: CredentialsToEnd) {
    super();
  }
}

/**
 * A database view of the users who are not blocked, for statements of other contexts that identify them: `user_id`, `email`, and
 * `memberships` as JSON (`organizationId`, `role`, `blocked`, `isSandbox`), which is null for a user without any.
 */
export const USER_ACCESS = 'organizations.user_access';

/** A database view of organizations that were not deleted, for statements of other contexts: `organization_id`, `is_sandbox`. */
export const TENANTS = 'organizations.tenants';

/** The e-mail addresses of users by id, also of blocked ones. Unknown ids are missing in the result. */
export class FindEmailsOfUsers extends Query<ReadonlyMap<string, string>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

/** Returns the id of the user with this email address, and creates the user if there is none. */
export class RegisterUser extends Command<string> {
  constructor(
    readonly email: string,
    /** The organization through whose provider the user comes: they share the quota of whoever created it, like invited users. */
    readonly organizationId?: string,
  ) {
    super();
  }
}

export interface UserSnapshot {
  readonly id: string;
  readonly email: string;
  readonly isBlocked: boolean;
}

/** A user by id, or by e-mail address without regard to case; null if there is none. */
export class FindUser extends Query<UserSnapshot | null> {
  constructor(readonly which: { readonly id: string } | { readonly email: string }) {
    super();
  }
}
