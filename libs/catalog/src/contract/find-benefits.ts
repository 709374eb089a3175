import { Command, Query } from '@nestjs/cqrs';
import type { BenefitSnapshot } from './benefit.ts';
import type { LicenseKeyTerms } from './license-key-terms.ts';

/**
 * Benefits by id, of any organization. Deleted benefits are included and marked. Unknown ids are missing in the result.
 * The caller checks the organization.
 */
export class FindBenefits extends Query<ReadonlyMap<string, BenefitSnapshot>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

/** A benefit that a product brings. `removedAt` is set if it is offered no more: those who bought the product until then keep it. */
export interface OfferedBenefit {
  readonly benefit: BenefitSnapshot;
  readonly removedAt: Date | null;
}

/** The benefits of products by id, of any organization, in the seller's order; those first that are offered. Without deleted benefits. */
export class FindOfferedBenefits extends Query<ReadonlyMap<string, readonly OfferedBenefit[]>> {
  constructor(readonly productIds: readonly string[]) {
    super();
  }
}

/**
 * The terms of license-key benefits by id, of any organization, in one read. Deleted benefits are included and marked. Unknown
 * ids, and ids of benefits of another type, are missing in the result.
 */
export class FindLicenseKeyBenefits extends Query<ReadonlyMap<string, LicenseKeyTerms>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

/** The ids of those events that are about a benefit of one of these types. Benefits whose type the events tell are not read. */
export class SelectEventsOfBenefits extends Command<ReadonlySet<string>> {
  constructor(
    readonly events: readonly { readonly id: string; readonly benefitId: string; readonly type: string | undefined }[],
    readonly types: readonly BenefitSnapshot['type'][],
  ) {
    super();
  }
}
