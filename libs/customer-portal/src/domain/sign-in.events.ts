import { DomainEvent } from '#kernel';

/** Published before anyone has checked whether a customer has that e-mail address. */
export class SignInRequested extends DomainEvent<'sign_in.requested', Record<never, never>> {
  readonly name = 'sign_in.requested';

  constructor(organizationId: string, signInId: string, at: Date) {
    super(organizationId, signInId, at, {});
  }
}

/** A code sent by e-mail was entered, which proves access to the e-mail address. */
export class SignInCompleted extends DomainEvent<'sign_in.completed', { readonly customer_id: string }> {
  readonly name = 'sign_in.completed';

  constructor(organizationId: string, codeId: string, at: Date, customerId: string) {
    super(organizationId, codeId, at, { customer_id: customerId });
  }
}
