import { DomainEvent } from '#kernel';

type MemberPayload = { readonly customer_id: string };

export class MemberCreated extends DomainEvent<'member.created', MemberPayload> {
  readonly name = 'member.created';

  constructor(organizationId: string, memberId: string, at: Date, customerId: string) {
    super(organizationId, memberId, at, { customer_id: customerId });
  }
}

/** `changed` has the API names of the changed fields, not their values. */
export class MemberUpdated extends DomainEvent<'member.updated', MemberPayload & { readonly changed: readonly string[] }> {
  readonly name = 'member.updated';

  constructor(organizationId: string, memberId: string, at: Date, customerId: string, changed: readonly string[]) {
    super(organizationId, memberId, at, { customer_id: customerId, changed });
  }
}

/** Another member may now take the e-mail address; sessions of this member are no longer valid. */
export class MemberDeleted extends DomainEvent<'member.deleted', MemberPayload> {
  readonly name = 'member.deleted';

  constructor(organizationId: string, memberId: string, at: Date, customerId: string) {
    super(organizationId, memberId, at, { customer_id: customerId });
  }
}
