import { Query } from '@nestjs/cqrs';
import type { CustomerAccess } from '#kernel';

/** The data of a meter that prices and benefits need. */
export interface MeterSnapshot {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly unit: 'scalar' | 'token' | 'custom';
  readonly customLabel: string | null;
  readonly customMultiplier: number | null;
  readonly isArchived: boolean;
}

/** Asks the context of meters for those that prices and benefits name, by id, of any organization. Unknown ids are missing in the result. The caller checks the organization. */
export class FindMeters extends Query<ReadonlyMap<string, MeterSnapshot>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

/**
 * Asks the context of grants what a portal session has of these benefits, or of all if they are left out: for each benefit that is
 * granted, the id of one grant that the session may see.
 */
export class FindOwnGrants extends Query<ReadonlyMap<string, string>> {
  constructor(
    readonly access: CustomerAccess,
    readonly benefitIds?: readonly string[],
  ) {
    super();
  }
}

/** Who was granted a benefit. */
export interface GrantHolder {
  readonly organizationId: string;
  readonly customerId: string;
  readonly benefitId: string;
}

/** Asks the context of grants who has a grant, of any organization; undefined if there is none, or if it is revoked or not yet granted. */
export class FindGrantHolder extends Query<GrantHolder | undefined> {
  constructor(readonly grantId: string) {
    super();
  }
}

/** Asks the context of releases whether a published release of these organizations has the file as an artifact. */
export class IsFilePublished extends Query<boolean> {
  constructor(
    readonly fileId: string,
    readonly organizations: readonly string[],
  ) {
    super();
  }
}
