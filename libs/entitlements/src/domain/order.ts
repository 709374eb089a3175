import { AggregateRoot, ValidationFailed } from '#kernel';
import { type BilledTo, type BillingCorrections, correctedBilling } from './billing-details.ts';
import {
  type NewOrder,
  type OrderDetails,
  type OrderedThings,
  orderedThings,
  paidThings,
  type SubscriptionPayment,
} from './order-details.ts';
import { OrderCreated, OrderPaid, OrderRefunded, OrderUnvoided, OrderUpdated, OrderVoided } from './order.events.ts';
import { assertMayHaveInvoice, changedDocuments, type DocumentChanges } from './order-document.ts';
import { differencesOf, type ReportedOrder } from './reported-order.ts';
import { type OrderState, placedState } from './order-state.ts';
import { isPaid, orderEntitles, type OrderStatus } from './order-status.ts';
import { beneficiaryOf, assertPast, assertTotal } from './purchase.ts';
import {
  ExternalIdConflict,
  OrderNotPaid,
  OrderVoid,
  OrderNotVoid,
  OrderNotVoidable,
  RefundedAlready,
  RevokeSubscriptionBenefitsProhibited,
} from './purchase.errors.ts';
import { GiftPurchased } from './gift.events.ts';
import { RefundCreated, RefundUpdated } from './refund.events.ts';
import { failedAmong, netOf, type NewRefund, type RefundTotals, Refund, taxOf } from './refund.ts';

/** Products that were bought once, or a payment for a subscription. The payment itself is handled outside of this service. */
export class Order extends AggregateRoot<OrderState> {
  /** The refunds that were added since the order was loaded. */
  private addedRefunds?: Refund[];

  static create(order: NewOrder, billedTo: BilledTo, now: Date): Order {
    return Order.placed(orderedThings(order), order, billedTo, now);
  }

  /** An order that pays for a subscription. It brings no benefits: the subscription does. */
  static ofSubscription(payment: SubscriptionPayment, billedTo: BilledTo, now: Date): Order {
    return Order.placed(paidThings(payment), payment, billedTo, now);
  }

  private static placed(things: OrderedThings, details: OrderDetails, billedTo: BilledTo, now: Date): Order {
    assertTotal(things.amount, details.taxAmount, things.items.length > 1 ? 'items' : 'amount');
    if (details.purchasedAt) assertPast('purchasedAt', details.purchasedAt, now);
    const order = new Order(placedState(things, details, billedTo, now));
    order.record(new OrderCreated(order.state, now));
    for (const gift of GiftPurchased.of(details, order.state, now)) order.record(gift);
    if (order.state.status === 'paid') order.record(new OrderPaid(order.state, now));
    return order;
  }

  get customerId(): string {
    return this.state.customerId;
  }

  /** Who gets the benefits. */
  get beneficiaryId(): string {
    return beneficiaryOf(this.state);
  }

  get productIds(): readonly string[] {
    return [this.state.productId, ...this.state.furtherProductIds];
  }

  /** How many were bought of the first product. */
  get quantity(): number {
    return this.state.items[0]?.quantity ?? 1;
  }

  /** The license key that the purchase renews. */
  get renewsLicenseKeyId(): string | null {
    return this.state.renewsLicenseKeyId;
  }

  /** True while the customer is entitled to what was bought. */
  get entitles(): boolean {
    const { status, subscriptionId, benefitsRevokedAt } = this.state;
    return orderEntitles({ status, subscriptionId, isRevoked: benefitsRevokedAt !== null });
  }

  /** The invoice was paid. Records nothing if the order was paid already. */
  markPaid(now: Date): void {
    if (isPaid(this.state.status)) return;
    if (this.state.status === 'void') throw new OrderVoid();
    this.state.status = 'paid';
    this.state.modifiedAt = now;
    this.record(new OrderUpdated(this.state, now, ['status']));
    this.record(new OrderPaid(this.state, now));
  }

  /** Records a refund that the seller made. The tax that was refunded is in proportion to the amount. */
  refund(reported: NewRefund, now: Date): Refund {
    if (this.state.status === 'refunded') throw new RefundedAlready();
    this.assertPaid();
    return this.addRefund(reported, now);
  }

  private addRefund(reported: NewRefund, now: Date): Refund {
    if (reported.revokeBenefits && this.state.subscriptionId !== null) throw new RevokeSubscriptionBenefitsProhibited();
    const refundable = this.state.amount - this.state.refundedAmount;
    if (reported.amount > refundable) {
      throw ValidationFailed.at(['amount'], `At most ${refundable} can be refunded.`, reported.amount, 'less_than_equal');
    }
    const refund = Refund.create(this.state, reported, taxOf(reported.amount, this.state), now);
    const lost = reported.revokeBenefits && this.entitles ? (['benefits'] as const) : [];
    this.state.refundedAmount += refund.amount;
    this.state.refundedTaxAmount += refund.taxAmount;
    const changed = this.setPaymentStatus(refund.amount === refundable ? 'refunded' : 'partially_refunded');
    if (reported.revokeBenefits) this.state.benefitsRevokedAt ??= now;
    this.state.modifiedAt = now;
    (this.addedRefunds ??= []).push(refund);
    this.record(new RefundCreated(refund.snapshot, now));
    this.record(new OrderUpdated(this.state, now, [...changed, 'refunded_amount', ...lost]));
    this.record(new OrderRefunded(this.state, now));
    return refund;
  }

  /**
   * Refunds the rest, if less was refunded before, and undoes what failed. What was refunded beyond that stays. A full refund revokes the
   * benefits. A void order stays void; what was refunded meanwhile counts once it is restored. `refunds` are those of the order, the newest
   * first.
   */
  followRefunds({ total, failed }: RefundTotals, refunds: readonly Refund[], now: Date): void {
    const net = netOf(total, this.state);
    const newlyFailed = Math.max(failed - this.state.failedRefundTotal, 0);
    const undone = Math.min(
      Math.ceil((newlyFailed * this.state.amount) / (this.state.amount + this.state.taxAmount)),
      this.state.refundedAmount - net,
    );
    this.state.failedRefundTotal += newlyFailed;
    if (undone > 0) this.undoRefunds(failedAmong(refunds, undone), 'failed', refunds, now);
    const refund = { amount: net - this.state.refundedAmount, reason: 'other', comment: null, metadata: {} } as const;
    if (refund.amount <= 0) return;
    this.assertWasPaid();
    this.addRefund({ ...refund, revokeBenefits: net === this.state.amount && this.state.subscriptionId === null }, now);
  }

  /**
   * A refund was recorded by mistake, and what followed from it is taken back. Nothing happens if it does not count any more. `refunds` are
   * those of the order.
   */
  cancelRefund(id: string, refunds: readonly Refund[], now: Date): void {
    const refund = refunds.find((each) => each.id === id);
    if (refund?.hasSucceeded) this.undoRefunds([refund], 'canceled', refunds, now);
  }

  private undoRefunds(undone: readonly Refund[], as: 'failed' | 'canceled', all: readonly Refund[], now: Date): void {
    const entitled = this.entitles;
    for (const refund of undone) {
      refund.undo(as, now);
      this.state.refundedAmount -= refund.amount;
      this.state.refundedTaxAmount -= refund.taxAmount;
      this.record(new RefundUpdated(refund.snapshot, now));
    }
    if (!all.some(({ revokesBenefits }) => revokesBenefits)) this.state.benefitsRevokedAt = null;
    const changed = this.setPaymentStatus(this.state.refundedAmount === 0 ? 'paid' : 'partially_refunded');
    this.state.modifiedAt = now;
    const regained = this.entitles === entitled ? [] : (['benefits'] as const);
    this.record(new OrderUpdated(this.state, now, [...changed, 'refunded_amount', ...regained]));
  }

  /** Returns the refunds added since the last call, and forgets them. */
  pullRefunds(): Refund[] {
    const added = this.addedRefunds ?? [];
    this.addedRefunds = undefined;
    return added;
  }

  /** Throws unless the order was paid. */
  assertPaid(): void {
    if (!isPaid(this.state.status)) throw new OrderNotPaid(this.state.status);
  }

  /** Throws unless the order was paid, whether it is void now or not: a provider tells about its payment in either case. */
  assertWasPaid(): void {
    const { status, statusBeforeVoid } = this.state;
    if (!isPaid(statusBeforeVoid ?? status)) throw new OrderNotPaid(status);
  }

  /** Sets the status that follows from payments and refunds, which a void order has once it is restored. Returns what changed at once. */
  private setPaymentStatus(status: OrderStatus): readonly 'status'[] {
    if (this.state.statusBeforeVoid !== null) {
      this.state.statusBeforeVoid = status;
      return [];
    }
    this.state.status = status;
    return ['status'];
  }

  /** The order should not have been made: it brings no benefits. Records nothing if it is void already. */
  void(now: Date): void {
    if (this.state.status === 'void') return;
    if (this.state.refundedAmount > 0) throw new OrderNotVoidable();
    this.state.statusBeforeVoid = this.state.status;
    this.setStatus('void', now);
    this.record(new OrderVoided(this.state, now, this.state.statusBeforeVoid));
  }

  /** Takes back that the order is void. */
  unvoid(now: Date): void {
    if (this.state.statusBeforeVoid === null) throw new OrderNotVoid();
    this.setStatus(this.state.statusBeforeVoid, now);
    this.state.statusBeforeVoid = null;
    this.record(new OrderUnvoided(this.state, now, 'void'));
  }

  private setStatus(status: OrderStatus, now: Date): void {
    const entitled = this.entitles;
    this.state.status = status;
    this.state.modifiedAt = now;
    this.record(new OrderUpdated(this.state, now, this.entitles === entitled ? ['status'] : ['status', 'benefits']));
  }

  /** Throws `ExternalIdConflict` if the order was reported with other facts the first time. */
  assertReportedAs(reported: ReportedOrder, isSameCustomer: boolean): void {
    const differing = differencesOf({ ...this.state, quantity: this.quantity }, reported, isSameCustomer);
    if (differing.length > 0) throw new ExternalIdConflict(differing);
  }

  /** Updates the billing details. Records nothing if no value changes. */
  correctBilling(corrections: BillingCorrections, now: Date): void {
    const { billingName, billingAddress, changed } = correctedBilling(this.state, corrections);
    if (changed.length === 0) return;
    this.state.billingName = billingName;
    this.state.billingAddress = billingAddress;
    this.state.modifiedAt = now;
    this.record(new OrderUpdated(this.state, now, changed));
  }

  /** Sets, replaces or removes invoice and receipt. Records nothing if none changes. */
  setDocuments(changes: DocumentChanges, now: Date): void {
    const changed = changedDocuments(this.state, changes);
    if (changed.length === 0) return;
    for (const kind of changed) this.state[kind] = changes[kind]!;
    this.state.modifiedAt = now;
    this.record(new OrderUpdated(this.state, now, changed));
  }

  /** Asks the seller for an invoice. Records nothing if there is one, or if somebody asked before. */
  requestInvoice(now: Date): void {
    assertMayHaveInvoice(this.state);
    if (this.state.invoice || this.state.invoiceRequestedAt) return;
    this.state.invoiceRequestedAt = now;
    this.state.modifiedAt = now;
    this.record(new OrderUpdated(this.state, now, ['invoice_requested_at']));
  }
}
