import { DomainEvent } from '#kernel';
import { BenefitGrantEvent, type ToldGrant } from './benefit-grant-event.ts';

/** A grant that waits for its license key was decided, or decided otherwise. `BenefitGrantCreated` follows when the key is known. */
export class BenefitGrantDecided extends BenefitGrantEvent<'benefit_grant.decided'> {
  readonly name = 'benefit_grant.decided';

  constructor(grant: ToldGrant, at: Date) {
    super(grant, at, {});
  }
}

/** The benefit was granted, for the first time or again. `waited_for_key` is missing in events from before grants waited. */
export class BenefitGrantCreated extends BenefitGrantEvent<'benefit_grant.created', { readonly waited_for_key: boolean }> {
  readonly name = 'benefit_grant.created';

  constructor(grant: ToldGrant, at: Date, { waitedForKey }: { readonly waitedForKey: boolean }) {
    super(grant, at, { waited_for_key: waitedForKey });
  }
}

/** The terms of the benefit changed (`terms_renewed`), or the properties of the grant. */
export class BenefitGrantUpdated extends BenefitGrantEvent<'benefit_grant.updated', { readonly terms_renewed: boolean }> {
  readonly name = 'benefit_grant.updated';

  constructor(grant: ToldGrant, at: Date, { termsRenewed }: { readonly termsRenewed: boolean }) {
    super(grant, at, { terms_renewed: termsRenewed });
  }
}

/**
 * The customer in `customer_id` no longer has the grant. It goes on, with another customer: `with_purchase`, and what was issued for it
 * follows, or because its license key got that customer.
 */
export class BenefitGrantTransferred extends DomainEvent<
  'benefit_grant.transferred',
  { readonly customer_id: string; readonly to_customer_id: string; readonly with_purchase: boolean }
> {
  readonly name = 'benefit_grant.transferred';

  constructor(grant: ToldGrant, at: Date, before: { readonly customerId: string; readonly isWithPurchase: boolean }) {
    const { customerId, isWithPurchase } = before;
    const to = { to_customer_id: grant.customerId, with_purchase: isWithPurchase };
    super(grant.organizationId, grant.id, at, { customer_id: customerId, ...to });
  }
}

export class BenefitGrantRevoked extends BenefitGrantEvent<'benefit_grant.revoked'> {
  readonly name = 'benefit_grant.revoked';

  constructor(grant: ToldGrant, at: Date) {
    super(grant, at, {});
  }
}
