import { DomainEvent } from '#kernel';

export class MemberCreated extends DomainEvent {
  readonly name = 'member.created';

  constructor(organizationId: string, memberId: string, at: Date, customerId: string) {
    super(organizationId, memberId, at, { customer_id: customerId });
  }
}

/** `changed` names the fields as the wire does, not what is in them. */
export class MemberUpdated extends DomainEvent {
  readonly name = 'member.updated';

  constructor(organizationId: string, memberId: string, at: Date, customerId: string, changed: readonly string[]) {
    super(organizationId, memberId, at, { customer_id: customerId, changed });
  }
}

/** From now on the member's address may belong to another member, and its sessions are worth nothing. */
export class MemberDeleted extends DomainEvent {
  readonly name = 'member.deleted';

  constructor(organizationId: string, memberId: string, at: Date, customerId: string) {
    super(organizationId, memberId, at, { customer_id: customerId });
  }
}
