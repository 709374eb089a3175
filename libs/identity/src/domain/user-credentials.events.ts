import { DomainEvent, NO_ORGANIZATION } from '#kernel';

/** What happened to the credentials of a user; `second_factor_wrong` stands for several wrong ones in a row. */
export type CredentialChange =
  | 'password_set'
  | 'password_removed'
  | 'second_factor_enabled'
  | 'second_factor_disabled'
  | 'recovery_codes_replaced'
  | 'recovery_code_used'
  | 'second_factor_wrong'
  | 'passkey_added'
  | 'passkey_removed';

/** The user hears about it by e-mail. */
export class UserCredentialsChanged extends DomainEvent<'user_credentials.changed', { readonly change: CredentialChange }> {
  readonly name = 'user_credentials.changed';

  constructor(userId: string, at: Date, change: CredentialChange) {
    super(NO_ORGANIZATION, userId, at, { change });
  }
}
