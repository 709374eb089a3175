import { Query, Command } from '@nestjs/cqrs';
import type { MemberSnapshot } from './customers.ts';

export interface MemberSession {
  readonly id: string;
  /** Returned only once; the service stores its digest. */
  readonly token: string;
}

/** Opens a portal session of one hour for a member. Throws `ResourceNotFound` if the member or its customer does not exist or is deleted. */
export class OpenMemberSession extends Command<MemberSession> {
  constructor(
    readonly organizationId: string,
    readonly memberId: string,
  ) {
    super();
  }
}

/** A member to be found or created: by id, by external id, or by email address. */
interface MemberToEnsure {
  readonly id?: string;
  readonly externalId?: string;
  readonly email?: string;
  readonly name?: string | null;
}

/**
 * Finds the members of a customer, creates those that do not exist yet, and returns their ids in order. All of them or none. If
 * external id and address are given and the member with that address has no external id, it gets the given one.
 *
 * A merged customer stands for the one that it was merged into. Throws `ResourceNotFound` if the customer does not exist or is deleted. Throws two more errors, identified by `error`, with the
 * position in the list as `index`: `MemberNotFound` (not found) for an unknown member without an address, and
 * `MemberEmailMismatch` (bad request) if external id and address belong to different members.
 */
export class EnsureMembers extends Command<string[]> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
    readonly people: readonly MemberToEnsure[],
  ) {
    super();
  }
}

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

/**
 * Members by id, of any organization. Deleted members are included, unless `which` is `not-deleted`. Unknown ids are missing in the
 * result. The caller checks the organization.
 */
export class FindMembers extends Query<ReadonlyMap<string, MemberSnapshot>> {
  constructor(
    readonly ids: readonly string[],
    readonly which: 'all' | 'not-deleted' = 'all',
  ) {
    super();
  }
}

/** Selects a member of a customer. Email addresses are compared without regard to case. */
export type MemberSelector =
  { readonly id: string } | { readonly externalId: string } | { readonly email: string } | { readonly role: 'owner' };

/** The member of this customer; null if there is none or it is deleted. */
export class FindMemberOfCustomer extends Query<MemberSnapshot | null> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
    readonly by: MemberSelector,
  ) {
    super();
  }
}
