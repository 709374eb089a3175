import { Query } from '@nestjs/cqrs';

/** The member itself, or the one that took its place when their customers were merged. Not deleted. */
export interface RemainingMember {
  readonly id: string;
  readonly organization_id: string;
  readonly customer_id: string;
  /** The members of a deleted customer are deleted after it. */
  readonly is_customer_deleted: boolean;
  readonly email: string;
}

/** What members have become, by the ids that they are named by. Members that are deleted without having been merged are missing. */
export class FindRemainingMembers extends Query<ReadonlyMap<string, RemainingMember>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

/** A member by every id that it has had: its own, and those of the members that were merged into it. */
export interface MemberIdentity {
  readonly id: string;
  readonly formerIds: readonly string[];
}

/** The member that this one has become, deleted or not. An unknown id stands for itself. */
export class IdentifyMember extends Query<MemberIdentity> {
  constructor(readonly id: string) {
    super();
  }
}
