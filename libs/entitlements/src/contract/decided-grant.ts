import type {
  BenefitGrantCreated,
  BenefitGrantDecided,
  BenefitGrantRevoked,
  BenefitGrantUpdated,
} from '../domain/benefit-grant.events.ts';
import type { BenefitGrantSnapshot, GrantsOfPurchase } from './find-benefit-grants.ts';

type GrantEvent = BenefitGrantCreated | BenefitGrantDecided | BenefitGrantRevoked | BenefitGrantUpdated;
type BenefitTerms = NonNullable<GrantEvent['payload']['decision']>['benefit'];

/** What an event tells of a grant, as of the decision that it is about. */
export interface DecidedGrant {
  readonly grant: BenefitGrantSnapshot;
  readonly benefit: BenefitTerms;
  /** All grants that the holder has from the purchase, with what flags bring; undefined where the event does not have them. */
  readonly purchase:
    (GrantsOfPurchase & { readonly benefits: ReadonlyMap<string, Pick<BenefitTerms, 'type' | 'values'>> }) | undefined;
}

/** What the event tells; undefined for one that does not, whose hearers ask. */
export function decidedGrant({
  organizationId,
  aggregateId,
  payload,
}: Pick<GrantEvent, 'organizationId' | 'aggregateId' | 'payload'>): DecidedGrant | undefined {
  const { decision } = payload;
  if (!decision) return undefined;
  const { benefit, purchase } = decision;
  const grant = {
    id: aggregateId,
    organizationId,
    customerId: payload.customer_id,
    memberId: payload.member_id,
    benefitId: payload.benefit_id,
    subscriptionId: payload.subscription_id,
    orderId: payload.order_id,
    isBySeats: purchase.is_by_seats,
    purchasedAt: purchase.purchased_at === null ? null : new Date(purchase.purchased_at),
    deliverByEmail: purchase.deliver_by_email,
    quantity: decision.quantity,
    ordinal: decision.ordinal,
    renewsLicenseKeyId: decision.renews_license_key_id,
    isGranted: decision.is_granted,
    revision: decision.revision,
    stateRevision: decision.state_revision,
    expiryRevision: decision.expiry_revision,
    quantityRevision: decision.quantity_revision,
    keyStatus: decision.key_status,
    keyStatusRevision: decision.key_status_revision,
    transferEventId: decision.transfer_event_id,
  };
  const { revision, grants } = purchase;
  if (!grants) return { grant, benefit, purchase: undefined };
  const told = grants.map((each) => ({
    id: each.id,
    benefitId: each.benefit_id,
    isGranted: each.is_granted,
    renewsLicenseKeyId: each.renews_license_key_id,
  }));
  const benefits = new Map(grants.map(({ benefit_id, type, values }) => [benefit_id, { type, ...(values ? { values } : {}) }]));
  return { grant, benefit, purchase: { organizationId, revision, grants: told, benefits } };
}
