import { DomainEvent } from '#kernel';
import type { BenefitType } from './benefit-type.ts';

type Created = { readonly type: BenefitType };

type Updated = {
  readonly type: BenefitType;
  readonly is_deleted: boolean;
  /** Terms of license keys or values of a flag changed, so keys that were granted must be updated. */
  readonly license_key_terms_changed: boolean;
  /** The lifetime of license keys changed, so the expiry of keys that were granted is calculated anew. */
  readonly license_key_expiry_changed: boolean;
  /** What a quantity brings changed, so purchases bring another number of keys. Missing in events from before there was such a rule. */
  readonly license_key_quantity_changed?: boolean;
};

export class BenefitCreated extends DomainEvent<'benefit.created', Created> {
  readonly name = 'benefit.created';

  constructor(organizationId: string, benefitId: string, at: Date, payload: Created) {
    super(organizationId, benefitId, at, payload);
  }
}

/** Also published when a benefit is deleted, with `is_deleted` set. */
export class BenefitUpdated extends DomainEvent<'benefit.updated', Updated> {
  readonly name = 'benefit.updated';

  constructor(organizationId: string, benefitId: string, at: Date, payload: Updated) {
    super(organizationId, benefitId, at, payload);
  }
}
