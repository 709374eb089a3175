import { DomainEvent, NO_ORGANIZATION } from '#kernel';

/** Published before anyone has checked whether a user has that e-mail address. */
export class UserSignInRequested extends DomainEvent<'user_sign_in.requested', Record<never, never>> {
  readonly name = 'user_sign_in.requested';

  constructor(requestId: string, at: Date) {
    super(NO_ORGANIZATION, requestId, at, {});
  }
}
