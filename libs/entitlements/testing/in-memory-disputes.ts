import { type DomainEvent, ResourceNotFound, type Sync } from '#kernel';
import type { Dispute } from '../src/domain/dispute.ts';
import { Disputes, type WhichDispute } from '../src/domain/disputes.ts';
import { OrderAlreadyDisputed } from '../src/domain/purchase.errors.ts';

/** Disputes in a map, for tests of handlers. Keeps the recorded events. */
export class InMemoryDisputes extends Disputes {
  readonly events: DomainEvent[] = [];
  private readonly disputes = new Map<string, Dispute>();

  async add(dispute: Dispute): Promise<void> {
    const isOther = ({ orderId, isOpen }: Dispute): boolean => isOpen && orderId === dispute.orderId;
    if (dispute.isOpen && [...this.disputes.values()].some(isOther)) throw new OrderAlreadyDisputed();
    this.disputes.set(dispute.id, dispute);
    this.events.push(...dispute.pullEvents());
  }

  async eraseDetails(organizationId: string, customerId: string): Promise<number> {
    const isLeft = (each: Dispute) =>
      each.organizationId === organizationId && each.customerId === customerId && each.reason !== null;
    const left = [...this.disputes.values()].filter(isLeft);
    for (const dispute of left) dispute.reason = null;
    return left.length;
  }

  async change<T>({ id, organizations }: WhichDispute, by: (dispute: Dispute) => Sync<T>): Promise<T> {
    const dispute = this.disputes.get(id);
    if (!dispute || !organizations.includes(dispute.organizationId)) throw new ResourceNotFound();
    const outcome = by(dispute);
    this.events.push(...dispute.pullEvents());
    return outcome as T;
  }
}
