import { Query } from '@nestjs/cqrs';
import type { CustomerAccess } from '#kernel';
import type {
  BenefitGrantCreated,
  BenefitGrantDecided,
  BenefitGrantRevoked,
  BenefitGrantUpdated,
  FlagTerms,
} from '../domain/benefit-grant.events.ts';

/** Finds which of these grants members got with a seat of a purchase. */
export class FindSeatGrants extends Query<ReadonlySet<string>> {
  constructor(
    readonly organizations: readonly string[],
    readonly grantIds: readonly string[],
  ) {
    super();
  }
}

/** What grants are looked for by: their purchases, or the ID that an order has in another system. */
interface GrantsWanted {
  readonly orderIds?: readonly string[];
  readonly subscriptionIds?: readonly string[];
  /** Also finds the grants of the subscription that the order is for. */
  readonly orderExternalId?: string;
}

/** The ids of the grants of these purchases in the organizations, at most 10,000. What is left out finds nothing. */
export class FindGrantIds extends Query<readonly string[]> {
  constructor(
    readonly organizations: readonly string[],
    readonly wanted: GrantsWanted,
  ) {
    super();
  }
}

/**
 * The current state of a grant. Events about grants arrive in any order: a consumer compares `revision` with the last one that it
 * applied.
 */
export interface BenefitGrantSnapshot {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  readonly memberId: string | null;
  readonly benefitId: string;
  /** Exactly one of the two is set. */
  readonly subscriptionId: string | null;
  readonly orderId: string | null;
  /** Whether seats of the purchase are claimed by members, who have grants of their own. */
  readonly isBySeats: boolean;
  /** When the purchase was made, if the seller reported that. */
  readonly purchasedAt: Date | null;
  /** Whether a new license key is mailed; null leaves it to the benefit. */
  readonly deliverByEmail: boolean | null;
  /** How many were bought of what the grant stands for. */
  readonly quantity: number;
  /** Its number among the grants of the benefit, if each piece has one. */
  readonly ordinal: number | null;
  /** The license key whose term the purchase extends, instead of bringing another key. */
  readonly renewsLicenseKeyId: string | null;
  readonly isGranted: boolean;
  /** The number of decisions so far: to grant, to revoke, and to renew the terms. */
  readonly revision: number;
  /** The revision of the last decision to grant or to revoke. */
  readonly stateRevision: number;
  /** The revision of the last decision after which the expiry starts anew; 0 if there was none. */
  readonly expiryRevision: number;
  /** The revision of the last decision that changed the quantity; 0 if there was none. */
  readonly quantityRevision: number;
  /** The last status of the grant's license key that was set by hand and that the grant has applied. */
  readonly keyStatus: 'granted' | 'disabled' | 'revoked' | null;
  /** The number of that status among those set by hand. */
  readonly keyStatusRevision: number;
  /** The event after which the grant last got another customer; 0 if it never did. */
  readonly transferEventId: number;
}

/** Grants by id, of any organization. Unknown ids are missing in the result. The caller checks the organization. */
export class FindBenefitGrants extends Query<ReadonlyMap<string, BenefitGrantSnapshot & { readonly createdAt: Date }>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

/** The granted ones of a portal session of these benefits, the oldest first, at most 10,000. */
export class FindGrantsOfSession extends Query<readonly { readonly id: string; readonly benefitId: string }[]> {
  constructor(
    readonly access: CustomerAccess,
    readonly benefitIds: readonly string[],
  ) {
    super();
  }
}

/** All grants that one holder has had from one purchase, the oldest first: a member with a seat, else the customer. */
export interface GrantsOfPurchase {
  readonly organizationId: string;
  /** The number of decisions about these grants: it grows with each of them. */
  readonly revision: number;
  readonly grants: readonly {
    readonly id: string;
    readonly benefitId: string;
    readonly isGranted: boolean;
    readonly renewsLicenseKeyId: string | null;
  }[];
}

/** The grants of the purchase and the holder of a grant, of any organization; undefined if there is no such grant. */
export class FindGrantsOfPurchase extends Query<GrantsOfPurchase | undefined> {
  constructor(readonly grantId: string) {
    super();
  }
}

type GrantEvent = BenefitGrantCreated | BenefitGrantDecided | BenefitGrantRevoked | BenefitGrantUpdated;
type BenefitTerms = NonNullable<GrantEvent['payload']['decision']>['benefit'];

/** What an event tells of a grant, as of the decision that it is about. */
export interface DecidedGrant {
  readonly grant: BenefitGrantSnapshot;
  readonly benefit: BenefitTerms;
  /** All grants that the holder has from the purchase, with what flags bring; undefined where the event does not have them. */
  readonly purchase:
    (GrantsOfPurchase & { readonly benefits: ReadonlyMap<string, Pick<BenefitTerms, 'type' | keyof FlagTerms>> }) | undefined;
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
  const benefits = new Map(
    grants.map(({ id: _id, benefit_id, is_granted: _isGranted, renews_license_key_id: _renewed, ...terms }) => [
      benefit_id,
      terms,
    ]),
  );
  return { grant, benefit, purchase: { organizationId, revision, grants: told, benefits } };
}
