import { type DomainEvent, ResourceNotFound, type Sync } from '#kernel';
import type { BenefitGrant } from '../src/domain/benefit-grant.ts';
import {
  BenefitGrants,
  type Beneficiary,
  type FoundGrant,
  type GrantedTo,
  type PurchaseInBrief,
  purchasesOfGrants,
  type WhichGrant,
  type PurchaseReference,
} from '../src/domain/benefit-grants.ts';
import { Entitlement, type GrantingPurchase } from '../src/domain/entitlement.ts';
import type { Dispute } from '../src/domain/dispute.ts';
import { quantitiesOf } from '../src/domain/order-details.ts';
import type { Order } from '../src/domain/order.ts';
import { Subscription } from '../src/domain/subscription.ts';
import { NOW } from './purchase.builder.ts';

const BATCH = 200;

/** Purchases and grants in maps, for tests of handlers. Keeps the recorded events. */
export class InMemoryBenefitGrants extends BenefitGrants {
  readonly events: DomainEvent[] = [];
  private readonly purchases = new Map<string, { readonly purchase: Subscription | Order; revision: number }>();
  private readonly holders = new Map<string, number>();
  private readonly disputes: Dispute[] = [];
  private readonly grants = new Map<string, BenefitGrant>();

  async addPurchase(purchase: Subscription | Order): Promise<void> {
    this.purchases.set(purchase.id, { purchase, revision: 0 });
  }

  async addDispute(dispute: Dispute): Promise<void> {
    this.disputes.push(dispute);
  }

  async purchase(beneficiary: Beneficiary): Promise<PurchaseInBrief | undefined> {
    const found = this.stored(beneficiary);
    if (!found) return undefined;
    const { beneficiaryId: customerId, seats } = found.purchase;
    return {
      customerId,
      boughtAt: NOW,
      products: quantitiesIn(found.purchase),
      renewsLicenseKeyId: found.purchase.origin.renewsLicenseKeyId,
      isBySeats: seats !== null,
      revision: this.revisionOf(beneficiary),
    };
  }

  async sync(beneficiary: Beneficiary, revision: number, by: (entitlement: Entitlement) => void): Promise<boolean> {
    const found = this.stored(beneficiary);
    if (!found || this.revisionOf(beneficiary) !== revision) return false;
    if (beneficiary.memberId === undefined) found.revision += 1;
    else this.holders.set(`${found.purchase.id} ${beneficiary.memberId}`, revision + 1);
    const isOwn = ({ memberId }: BenefitGrant) => found.purchase.seats === null || memberId === (beneficiary.memberId ?? null);
    const own = this.grantsOf(beneficiary).filter(isOwn);
    const entitlement = new Entitlement(this.granting(found.purchase), own, beneficiary.memberId ?? null);
    by(entitlement);
    for (const grant of entitlement.grants) this.grants.set(grant.id, grant);
    this.events.push(...entitlement.pullEvents());
    return true;
  }

  async change<T>(
    { id, organizationId }: { readonly id: string; readonly organizationId: string },
    by: (grant: BenefitGrant) => Sync<T>,
  ): Promise<T> {
    const grant = this.grants.get(id);
    if (!grant || grant.organizationId !== organizationId) throw new ResourceNotFound();
    const outcome = by(grant);
    this.events.push(...grant.pullEvents());
    return outcome as T;
  }

  async lastEventId(): Promise<number> {
    return this.events.length;
  }

  async find({ id, organizations }: WhichGrant): Promise<FoundGrant> {
    const grant = this.grants.get(id);
    if (!grant || !organizations.includes(grant.organizationId)) throw new ResourceNotFound();
    const { organizationId, customerId, benefitId } = grant;
    return { organizationId, customerId, benefitId };
  }

  async changeGranted(beneficiary: GrantedTo, after: string | null, by: (grant: BenefitGrant) => void): Promise<string | null> {
    const conditions = Object.entries(beneficiary) as [keyof BenefitGrant, string][];
    const found = [...this.grants.values()]
      .filter(
        (grant) => grant.isGranted && grant.id > (after ?? '') && conditions.every(([name, value]) => grant[name] === value),
      )
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, BATCH);
    for (const grant of found) {
      by(grant);
      this.events.push(...grant.pullEvents());
    }
    return found.length === BATCH ? found.at(-1)!.id : null;
  }

  async membersGranted(which: PurchaseReference, after: string | null): Promise<string[]> {
    const members = this.grantsOf(which).flatMap(({ isGranted, memberId }) => (isGranted && memberId ? [memberId] : []));
    return [...new Set(members)]
      .filter((id) => id > (after ?? ''))
      .sort()
      .slice(0, BATCH);
  }

  async purchasesWith(organizationId: string, benefitId: string, after: string | null) {
    const granted = [...this.grants.values()]
      .filter((grant) => grant.isGranted && grant.organizationId === organizationId && grant.benefitId === benefitId)
      .filter(({ id }) => id > (after ?? ''))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, BATCH);
    return { purchases: purchasesOfGrants(granted), last: granted.length === BATCH ? granted.at(-1)!.id : null };
  }

  async purchasesOf(organizationId: string, productId: string, after: string | null): Promise<PurchaseReference[]> {
    return [...this.purchases.values()]
      .map(({ purchase }) => purchase)
      .filter((each) => each.organizationId === organizationId && productsOf(each).includes(productId) && each.id > (after ?? ''))
      .filter((each) => each instanceof Subscription || each.subscriptionId === null)
      .filter((each) => !(each instanceof Subscription) || each.status !== 'canceled' || this.hasGranted(each))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, BATCH)
      .map((each) => ({
        organizationId,
        ...(each instanceof Subscription ? { subscriptionId: each.id } : { orderId: each.id }),
      }));
  }

  private hasGranted({ id }: Subscription): boolean {
    return [...this.grants.values()].some((grant) => grant.subscriptionId === id && grant.isGranted);
  }

  private grantsOf(which: PurchaseReference): BenefitGrant[] {
    const id = 'orderId' in which ? which.orderId : which.subscriptionId;
    return [...this.grants.values()].filter(({ subscriptionId, orderId }) => [subscriptionId, orderId].includes(id));
  }

  private revisionOf(beneficiary: Beneficiary): number {
    const found = this.stored(beneficiary);
    if (beneficiary.memberId === undefined) return found?.revision ?? 0;
    return this.holders.get(`${found?.purchase.id} ${beneficiary.memberId}`) ?? 0;
  }

  private stored(which: PurchaseReference) {
    const found = this.purchases.get('orderId' in which ? which.orderId : which.subscriptionId);
    return found?.purchase.organizationId === which.organizationId ? found : undefined;
  }

  private granting(purchase: Subscription | Order): GrantingPurchase {
    const { organizationId, beneficiaryId: customerId, seats, id, entitles } = purchase;
    if (purchase instanceof Subscription)
      return { organizationId, customerId, seats, subscriptionId: id, orderId: null, entitles };
    const isWithheld = this.disputes.some(
      ({ orderId, revokeBenefits, status }) => orderId === id && revokeBenefits && status !== 'won',
    );
    return { organizationId, customerId, seats, subscriptionId: null, orderId: id, entitles: entitles && !isWithheld };
  }
}

const quantitiesIn = (purchase: Subscription | Order): ReadonlyMap<string, number> =>
  purchase instanceof Subscription ? new Map([[purchase.productId, purchase.terms.quantity]]) : quantitiesOf(purchase);

const productsOf = (purchase: Subscription | Order): readonly string[] =>
  purchase instanceof Subscription ? [purchase.productId] : purchase.productIds;
