import { DomainEvent } from '#kernel';
import type { BenefitType } from './benefit-type.ts';

export class BenefitCreated extends DomainEvent {
  readonly name = 'benefit.created';

  constructor(organizationId: string, benefitId: string, at: Date, facts: { readonly type: BenefitType }) {
    super(organizationId, benefitId, at, facts);
  }
}

/** Also published when a benefit is deleted, and then says so. */
export class BenefitUpdated extends DomainEvent {
  readonly name = 'benefit.updated';

  constructor(
    organizationId: string,
    benefitId: string,
    at: Date,
    facts: {
      readonly type: BenefitType;
      readonly is_deleted: boolean;
      /** Expiry, activations or usage limit of the keys changed, so that granted keys have to follow. */
      readonly license_key_terms_changed: boolean;
    },
  ) {
    super(organizationId, benefitId, at, facts);
  }
}
