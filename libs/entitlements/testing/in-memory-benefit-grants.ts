import { type DomainEvent, ResourceNotFound, type Settled } from '#kernel';
import type { BenefitGrant } from '../src/domain/benefit-grant.ts';
import { BenefitGrants, type GrantedTo, type PurchaseInBrief, type WhichPurchase } from '../src/domain/benefit-grants.ts';
import { Entitlement, type GrantingPurchase } from '../src/domain/entitlement.ts';
import type { Order } from '../src/domain/order.ts';
import { Subscription } from '../src/domain/subscription.ts';

const BATCH = 200;

/** Purchases and grants in maps, for tests of handlers. Keeps the events that were recorded. */
export class InMemoryBenefitGrants extends BenefitGrants {
  readonly events: DomainEvent[] = [];
  private readonly purchases = new Map<string, { readonly bought: Subscription | Order; revision: number }>();
  private readonly grants = new Map<string, BenefitGrant>();

  async know(bought: Subscription | Order): Promise<void> {
    this.purchases.set(bought.id, { bought, revision: 0 });
  }

  async purchase(which: WhichPurchase): Promise<PurchaseInBrief | undefined> {
    const found = this.find(which);
    return found && { customerId: found.bought.customerId, productId: found.bought.productId, revision: found.revision };
  }

  async decide(which: WhichPurchase, revision: number, by: (entitlement: Entitlement) => void): Promise<boolean> {
    const found = this.find(which);
    if (!found || found.revision !== revision) return false;
    found.revision += 1;
    const own = [...this.grants.values()].filter(({ subscriptionId, orderId }) =>
      [subscriptionId, orderId].includes(found.bought.id),
    );
    const entitlement = new Entitlement(granting(found.bought), own);
    by(entitlement);
    for (const grant of entitlement.grants) this.grants.set(grant.id, grant);
    this.events.push(...entitlement.pullEvents());
    return true;
  }

  async change<T>(
    { id, organizationId }: { readonly id: string; readonly organizationId: string },
    by: (grant: BenefitGrant) => Settled<T>,
  ): Promise<T> {
    const grant = this.grants.get(id);
    if (!grant || grant.organizationId !== organizationId) throw new ResourceNotFound();
    const outcome = by(grant);
    this.events.push(...grant.pullEvents());
    return outcome as T;
  }

  async changeGranted(whose: GrantedTo, after: string | null, by: (grant: BenefitGrant) => void): Promise<string | null> {
    const wanted = Object.entries(whose) as [keyof BenefitGrant, string][];
    const found = [...this.grants.values()]
      .filter((grant) => grant.isGranted && grant.id > (after ?? '') && wanted.every(([name, value]) => grant[name] === value))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, BATCH);
    for (const grant of found) {
      by(grant);
      this.events.push(...grant.pullEvents());
    }
    return found.length === BATCH ? found.at(-1)!.id : null;
  }

  async purchasesOf(organizationId: string, productId: string, after: string | null): Promise<WhichPurchase[]> {
    return [...this.purchases.values()]
      .map(({ bought }) => bought)
      .filter((each) => each.organizationId === organizationId && each.productId === productId && each.id > (after ?? ''))
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

  private find(which: WhichPurchase) {
    const found = this.purchases.get('orderId' in which ? which.orderId : which.subscriptionId);
    return found?.bought.organizationId === which.organizationId ? found : undefined;
  }
}

function granting(bought: Subscription | Order): GrantingPurchase {
  const { organizationId, customerId, seats, id } = bought;
  return bought instanceof Subscription
    ? { organizationId, customerId, seats, subscriptionId: id, orderId: null, entitles: bought.entitles }
    : { organizationId, customerId, seats, subscriptionId: null, orderId: id, entitles: true };
}
