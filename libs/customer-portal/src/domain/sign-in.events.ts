import { DomainEvent } from '#kernel';

/** Somebody asks to be let in; nobody knows yet whether there is anyone of that address. */
export class SignInRequested extends DomainEvent {
  readonly name = 'sign_in.requested';

  constructor(organizationId: string, signInId: string, at: Date) {
    super(organizationId, signInId, at);
  }
}

/** A code that was mailed came back, so whoever it was mailed to reads mail there. */
export class SignInCompleted extends DomainEvent {
  readonly name = 'sign_in.completed';

  constructor(organizationId: string, codeId: string, at: Date, customerId: string) {
    super(organizationId, codeId, at, { customer_id: customerId });
  }
}
