import { Command } from '@nestjs/cqrs';

/** A member to be found or created: by id, by external id, or by email address. */
export interface MemberToEnsure {
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
