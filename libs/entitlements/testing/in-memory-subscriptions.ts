import { type DomainEvent, ResourceNotFound, type Sync } from '#kernel';
import { type ExternalId, ExternalIdTaken } from '../src/domain/purchase.ts';
import { Subscription } from '../src/domain/subscription.ts';
import { Subscriptions, type WhichSubscription } from '../src/domain/subscriptions.ts';
import { hasSameExternalId, withExternalId } from './external-ids.ts';

const isLive = ({ status }: Subscription): boolean => status !== 'canceled';

/** Subscriptions in a map, for tests of handlers. Keeps the recorded events. */
export class InMemorySubscriptions extends Subscriptions {
  readonly events: DomainEvent[] = [];
  private readonly subscriptions = new Map<string, Subscription>();

  async add(subscription: Subscription): Promise<void> {
    if (hasSameExternalId(subscription, [...this.subscriptions.values()])) throw new ExternalIdTaken();
    this.subscriptions.set(subscription.id, subscription);
    this.events.push(...subscription.pullEvents());
  }

  async addSole(subscription: Subscription): Promise<boolean> {
    const { organizationId, beneficiaryId } = subscription;
    const isOfSame = (each: Subscription) => each.organizationId === organizationId && each.beneficiaryId === beneficiaryId;
    if ([...this.subscriptions.values()].some((each) => isOfSame(each) && isLive(each))) return false;
    await this.add(subscription);
    return true;
  }

  async findByExternalId(organizationId: string, externalId: ExternalId): Promise<string | undefined> {
    return withExternalId([...this.subscriptions.values()], organizationId, externalId)?.id;
  }

  async change<T>({ id, organizations }: WhichSubscription, by: (subscription: Subscription) => Sync<T>): Promise<T> {
    const subscription = this.subscriptions.get(id);
    if (!subscription || !organizations.includes(subscription.organizationId)) throw new ResourceNotFound();
    const outcome = by(subscription);
    this.events.push(...subscription.pullEvents());
    return outcome as T;
  }

  async changeDue(now: Date, by: (subscription: Subscription) => void, organizationId?: string): Promise<number> {
    const due = this.of(organizationId).filter((each) => each.isDue(now));
    for (const subscription of due) {
      by(subscription);
      this.events.push(...subscription.pullEvents());
    }
    return due.length;
  }

  async withSeatsDue(now: Date, organizationId?: string): Promise<WhichSubscription[]> {
    const due = this.of(organizationId).filter((each) => each.seatsDue(now) !== undefined);
    return due.map((each) => ({ id: each.id, organizations: [each.organizationId] }));
  }

  async liveOf(organizationId: string, customerId: string): Promise<string[]> {
    const isOfCustomer = (each: Subscription) => each.organizationId === organizationId && each.customerId === customerId;
    return [...this.subscriptions.values()].filter((each) => isOfCustomer(each) && isLive(each)).map(({ id }) => id);
  }

  async eraseDetails(organizationId: string, customerId: string): Promise<number> {
    const remaining = [...this.subscriptions.values()].filter(
      ({ snapshot }) =>
        snapshot.organizationId === organizationId &&
        snapshot.customerId === customerId &&
        (snapshot.customerCancellationComment !== null || Object.keys(snapshot.metadata).length > 0),
    );
    for (const { snapshot } of remaining) {
      const erased = { ...snapshot, customerCancellationComment: null, metadata: {} };
      this.subscriptions.set(snapshot.id, Subscription.fromState(erased));
    }
    return remaining.length;
  }

  private of(organizationId: string | undefined): Subscription[] {
    return [...this.subscriptions.values()].filter(
      (each) => organizationId === undefined || each.organizationId === organizationId,
    );
  }
}
