import { NotPermitted, ResourceNotFound } from '#kernel';

/** Sent as `ResourceNotFound`, as other refusals of applications are; `code` distinguishes them. */
abstract class NothingToSignIn extends ResourceNotFound {
  constructor(
    override readonly code: string,
    detail: string,
  ) {
    super(detail);
  }

  override get error(): string {
    return 'ResourceNotFound';
  }
}

export class SignInNotOffered extends NothingToSignIn {
  constructor() {
    super('SIGN_IN_NOT_OFFERED', 'The application is not registered for signing in.');
  }
}

/** Also if there never was one. */
export class SignInExpired extends NothingToSignIn {
  constructor() {
    super('SIGN_IN_EXPIRED', 'The sign-in has expired, or was decided. Begin another one.');
  }
}

export class SignInDenied extends NotPermitted {
  override readonly code = 'SIGN_IN_DENIED';

  constructor() {
    super('The sign-in was refused in the customer portal.');
  }

  override get error(): string {
    return 'NotPermitted';
  }
}
