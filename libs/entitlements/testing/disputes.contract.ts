import { newId, ResourceNotFound } from '#kernel';
import { Dispute, type DisputeStatus } from '../src/domain/dispute.ts';
import type { Disputes } from '../src/domain/disputes.ts';
import type { Order } from '../src/domain/order.ts';
import { OrderAlreadyDisputed } from '../src/domain/purchase.errors.ts';
import { aPurchase, daysAfterNow, NOW } from './purchase.builder.ts';

export interface OpenedDisputes {
  readonly disputes: Disputes;
  addOrder(order: Order): Promise<void>;
  /** The names of the recorded events of a dispute, oldest first. */
  eventsOf(id: string): Promise<string[]>;
  close(): Promise<void>;
}

/** The contract of every implementation of the port, for disputes. */
export function disputesContract(storage: string, open: () => Promise<OpenedDisputes>): void {
  describe(`disputes in ${storage}`, () => {
    let opened: OpenedDisputes;
    let disputes: Disputes;
    beforeAll(async () => {
      opened = await open();
      disputes = opened.disputes;
    });
    afterAll(() => opened.close());

    const anOrder = async (): Promise<Order> => {
      const order = aPurchase().costing(1000).order();
      await opened.addOrder(order);
      return order;
    };
    const facts = { amount: 500, taxAmount: 0, reason: 'fraudulent', evidenceDueBy: daysAfterNow(7), paymentId: 'ch_1' };
    const about = (order: Order, status: DisputeStatus = 'needs_response'): Dispute =>
      Dispute.create(order.snapshot, { ...facts, status, revokeBenefits: true }, NOW);
    const which = ({ id, organizationId }: Dispute) => ({ id, organizations: [newId(), organizationId] });

    test('a dispute is stored as it is, and changes with its events', async () => {
      const dispute = about(await anOrder());
      await disputes.add(dispute);
      const stored = await disputes.change(which(dispute), ({ snapshot }) => snapshot);
      expect(stored).toMatchObject({
        ...facts,
        orderId: dispute.snapshot.orderId,
        customerId: dispute.snapshot.customerId,
        createdAt: NOW,
      });
      await disputes.change(which(dispute), (found) => found.update({ status: 'won', reason: null, evidenceDueBy: null }, NOW));
      const changed = await disputes.change(which(dispute), ({ snapshot }) => snapshot);
      expect(changed).toMatchObject({ status: 'won', reason: null, evidenceDueBy: null, modifiedAt: NOW });
      expect(await opened.eventsOf(dispute.id)).toEqual(['dispute.created', 'dispute.updated']);
    });

    test('an order has one open dispute at a time, also when several are added at once', async () => {
      const order = await anOrder();
      const outcomes = await Promise.allSettled(Array.from({ length: 3 }, () => disputes.add(about(order))));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(OrderAlreadyDisputed);
      }
      await disputes.add(about(order, 'lost'));
    });

    test('the reasons of the disputes of a customer are erased, once', async () => {
      const dispute = about(await anOrder());
      await disputes.add(dispute);
      const { organizationId, customerId } = dispute.snapshot;
      expect(await disputes.eraseDetails(organizationId, newId())).toBe(0);
      expect(await disputes.eraseDetails(newId(), customerId)).toBe(0);
      expect(await disputes.eraseDetails(organizationId, customerId)).toBe(1);
      expect(await disputes.eraseDetails(organizationId, customerId)).toBe(0);
      expect(await disputes.change(which(dispute), ({ snapshot: { reason } }) => reason)).toBeNull();
    });

    test('unknown disputes and disputes of other organizations are not found', async () => {
      const dispute = about(await anOrder());
      await disputes.add(dispute);
      for (const unknown of [
        { id: dispute.id, organizations: [newId()] },
        { id: newId(), organizations: [dispute.organizationId] },
      ]) {
        await expect(disputes.change(unknown, () => undefined)).rejects.toBeInstanceOf(ResourceNotFound);
      }
    });
  });
}
