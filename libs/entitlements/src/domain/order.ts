import { type Address, AggregateRoot, ValidationFailed } from '#kernel';
import { type BilledTo, type BillingCorrections, correctedBilling } from './billing-details.ts';
import {
  type BillingReason,
  type NewOrder,
  type OrderDetails,
  type OrderedThings,
  type OrderItem,
  orderedThings,
  paidThings,
  type SubscriptionPayment,
} from './order-details.ts';
import { OrderCreated, OrderPaid, OrderRefunded, OrderUnvoided, OrderUpdated, OrderVoided } from './order.events.ts';
import { assertMayHaveInvoice, changedDocuments, type DocumentChanges, type OrderDocument } from './order-document.ts';
import { differencesOf, type ReportedOrder } from './reported-order.ts';
import { type OrderState, placedState } from './order-state.ts';
import { isPaid, orderEntitles, type OrderStatus } from './order-status.ts';
import { PurchaseOrigin } from './purchase-origin.ts';
import { assertPast, assertTotal, type Metadata } from './purchase.ts';
import {
  ExternalIdConflict,
  OrderNotPaid,
  OrderVoid,
  OrderNotVoid,
  OrderNotVoidable,
  RefundedAlready,
  RevokeSubscriptionBenefitsProhibited,
} from './purchase.errors.ts';
import { RefundCreated, RefundUpdated } from './refund.events.ts';
import { failedAmong, netOf, type NewRefund, type RefundTotals, Refund, taxOf } from './refund.ts';

/** Products that were bought once, or a payment for a subscription. The payment itself is handled outside of this service. */
export class Order extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string;
  readonly origin: PurchaseOrigin;
  readonly productId: string;
  readonly furtherProductIds: readonly string[];
  readonly subscriptionId: string | null;
  readonly billingReason: BillingReason;
  readonly description: string;
  readonly items: readonly OrderItem[];
  readonly currency: string;
  readonly amount: number;
  readonly taxAmount: number;
  readonly seats: number | null;
  readonly metadata: Metadata;
  readonly purchasedAt: Date | null;
  readonly createdAt: Date;
  status: OrderStatus;
  private statusBeforeVoid: OrderStatus | null;
  refundedAmount: number;
  refundedTaxAmount: number;
  private failedRefundTotal: number;
  private benefitsRevokedAt: Date | null;
  /** The refunds that were added since the order was loaded. */
  private addedRefunds?: Refund[];
  billingName: string | null;
  billingAddress: Address | null;
  invoice: OrderDocument | null;
  receipt: OrderDocument | null;
  invoiceRequestedAt: Date | null;
  modifiedAt: Date | null;

  private constructor(state: OrderState) {
    super();
    this.id = state.id;
    this.organizationId = state.organizationId;
    this.origin = new PurchaseOrigin(state);
    this.productId = state.productId;
    this.furtherProductIds = state.furtherProductIds;
    this.subscriptionId = state.subscriptionId;
    this.billingReason = state.billingReason;
    this.description = state.description;
    this.items = state.items;
    this.currency = state.currency;
    this.amount = state.amount;
    this.taxAmount = state.taxAmount;
    this.seats = state.seats;
    this.metadata = state.metadata;
    this.purchasedAt = state.purchasedAt;
    this.createdAt = state.createdAt;
    this.status = state.status;
    this.statusBeforeVoid = state.statusBeforeVoid;
    this.refundedAmount = state.refundedAmount;
    this.refundedTaxAmount = state.refundedTaxAmount;
    this.failedRefundTotal = state.failedRefundTotal;
    this.benefitsRevokedAt = state.benefitsRevokedAt;
    this.billingName = state.billingName;
    this.billingAddress = state.billingAddress;
    this.invoice = state.invoice;
    this.receipt = state.receipt;
    this.invoiceRequestedAt = state.invoiceRequestedAt;
    this.modifiedAt = state.modifiedAt;
  }

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
    order.record(new OrderCreated(order, now));
    if (order.status === 'paid') order.record(new OrderPaid(order, now));
    return order;
  }

  /** An order as it was stored. */
  static restore(state: OrderState): Order {
    return new Order(state);
  }

  override get snapshot(): OrderState {
    return {
      ...this.origin,
      id: this.id,
      organizationId: this.organizationId,
      productId: this.productId,
      furtherProductIds: this.furtherProductIds,
      subscriptionId: this.subscriptionId,
      billingReason: this.billingReason,
      description: this.description,
      items: this.items,
      currency: this.currency,
      amount: this.amount,
      taxAmount: this.taxAmount,
      seats: this.seats,
      metadata: this.metadata,
      purchasedAt: this.purchasedAt,
      createdAt: this.createdAt,
      status: this.status,
      statusBeforeVoid: this.statusBeforeVoid,
      refundedAmount: this.refundedAmount,
      refundedTaxAmount: this.refundedTaxAmount,
      failedRefundTotal: this.failedRefundTotal,
      benefitsRevokedAt: this.benefitsRevokedAt,
      billingName: this.billingName,
      billingAddress: this.billingAddress,
      invoice: this.invoice,
      receipt: this.receipt,
      invoiceRequestedAt: this.invoiceRequestedAt,
      modifiedAt: this.modifiedAt,
    };
  }

  get customerId(): string {
    return this.origin.customerId;
  }

  /** Who gets the benefits. */
  get beneficiaryId(): string {
    return this.origin.beneficiaryId;
  }

  get productIds(): readonly string[] {
    return [this.productId, ...this.furtherProductIds];
  }

  /** How many were bought of the first product. */
  get quantity(): number {
    return this.items[0]?.quantity ?? 1;
  }

  /** The license key that the purchase renews. */
  get renewsLicenseKeyId(): string | null {
    return this.origin.renewsLicenseKeyId;
  }

  /** True while the customer is entitled to what was bought. */
  get entitles(): boolean {
    const { status, subscriptionId, benefitsRevokedAt } = this;
    return orderEntitles({ status, subscriptionId, isRevoked: benefitsRevokedAt !== null });
  }

  /** The invoice was paid. Records nothing if the order was paid already. */
  markPaid(now: Date): void {
    if (isPaid(this.status)) return;
    if (this.status === 'void') throw new OrderVoid();
    this.status = 'paid';
    this.modifiedAt = now;
    this.record(new OrderUpdated(this, now, ['status']));
    this.record(new OrderPaid(this, now));
  }

  /** Records a refund that the seller made. The tax that was refunded is in proportion to the amount. */
  refund(reported: NewRefund, now: Date): Refund {
    if (this.status === 'refunded') throw new RefundedAlready();
    this.assertPaid();
    if (reported.revokeBenefits && this.subscriptionId !== null) throw new RevokeSubscriptionBenefitsProhibited();
    const refundable = this.amount - this.refundedAmount;
    if (reported.amount > refundable) {
      throw ValidationFailed.at(['amount'], `At most ${refundable} can be refunded.`, reported.amount, 'less_than_equal');
    }
    const refund = Refund.create(this, reported, taxOf(reported.amount, this), now);
    const lost = reported.revokeBenefits && this.entitles ? (['benefits'] as const) : [];
    this.refundedAmount += refund.amount;
    this.refundedTaxAmount += refund.taxAmount;
    this.status = refund.amount === refundable ? 'refunded' : 'partially_refunded';
    if (reported.revokeBenefits) this.benefitsRevokedAt ??= now;
    this.modifiedAt = now;
    (this.addedRefunds ??= []).push(refund);
    this.record(new RefundCreated(refund, now));
    this.record(new OrderUpdated(this, now, ['status', 'refunded_amount', ...lost]));
    this.record(new OrderRefunded(this, now));
    return refund;
  }

  /**
   * Refunds the rest, if less was refunded before, and undoes what failed. What was refunded beyond that stays. A full refund revokes the
   * benefits. `refunds` are those of the order, the newest first.
   */
  followRefunds({ total, failed }: RefundTotals, refunds: readonly Refund[], now: Date): void {
    const net = netOf(total, this);
    const newlyFailed = Math.max(failed - this.failedRefundTotal, 0);
    const undone = Math.min(Math.ceil((newlyFailed * this.amount) / (this.amount + this.taxAmount)), this.refundedAmount - net);
    this.failedRefundTotal += newlyFailed;
    if (undone > 0) this.undoRefunds(failedAmong(refunds, undone), refunds, now);
    const refund = { amount: net - this.refundedAmount, reason: 'other', comment: null, metadata: {} } as const;
    if (refund.amount > 0) this.refund({ ...refund, revokeBenefits: net === this.amount && this.subscriptionId === null }, now);
  }

  private undoRefunds(failed: readonly Refund[], all: readonly Refund[], now: Date): void {
    const entitled = this.entitles;
    for (const refund of failed) {
      refund.fail(now);
      this.refundedAmount -= refund.amount;
      this.refundedTaxAmount -= refund.taxAmount;
      this.record(new RefundUpdated(refund, now));
    }
    if (!all.some(({ status, revokeBenefits }) => status === 'succeeded' && revokeBenefits)) this.benefitsRevokedAt = null;
    this.status = this.refundedAmount === 0 ? 'paid' : 'partially_refunded';
    this.modifiedAt = now;
    const regained = this.entitles === entitled ? [] : (['benefits'] as const);
    this.record(new OrderUpdated(this, now, ['status', 'refunded_amount', ...regained]));
  }

  /** Returns the refunds added since the last call, and forgets them. */
  pullRefunds(): Refund[] {
    const added = this.addedRefunds ?? [];
    this.addedRefunds = undefined;
    return added;
  }

  /** Throws unless the order was paid. */
  assertPaid(): void {
    if (!isPaid(this.status)) throw new OrderNotPaid(this.status);
  }

  /** The order should not have been made: it brings no benefits. Records nothing if it is void already. */
  void(now: Date): void {
    if (this.status === 'void') return;
    if (this.refundedAmount > 0) throw new OrderNotVoidable();
    this.statusBeforeVoid = this.status;
    this.setStatus('void', now);
    this.record(new OrderVoided(this, now, this.statusBeforeVoid));
  }

  /** Takes back that the order is void. */
  unvoid(now: Date): void {
    if (this.statusBeforeVoid === null) throw new OrderNotVoid();
    this.setStatus(this.statusBeforeVoid, now);
    this.statusBeforeVoid = null;
    this.record(new OrderUnvoided(this, now, 'void'));
  }

  private setStatus(status: OrderStatus, now: Date): void {
    const entitled = this.entitles;
    this.status = status;
    this.modifiedAt = now;
    this.record(new OrderUpdated(this, now, this.entitles === entitled ? ['status'] : ['status', 'benefits']));
  }

  /** Throws `ExternalIdConflict` if the order was reported with other facts the first time. */
  assertReportedAs(reported: ReportedOrder, isSameCustomer: boolean): void {
    const differing = differencesOf(this, reported, isSameCustomer);
    if (differing.length > 0) throw new ExternalIdConflict(differing);
  }

  /** Updates the billing details. Records nothing if no value changes. */
  correctBilling(corrections: BillingCorrections, now: Date): void {
    const { billingName, billingAddress, changed } = correctedBilling(this, corrections);
    if (changed.length === 0) return;
    this.billingName = billingName;
    this.billingAddress = billingAddress;
    this.modifiedAt = now;
    this.record(new OrderUpdated(this, now, changed));
  }

  /** Sets, replaces or removes invoice and receipt. Records nothing if none changes. */
  setDocuments(changes: DocumentChanges, now: Date): void {
    const changed = changedDocuments(this, changes);
    if (changed.length === 0) return;
    for (const kind of changed) this[kind] = changes[kind]!;
    this.modifiedAt = now;
    this.record(new OrderUpdated(this, now, changed));
  }

  /** Asks the seller for an invoice. Records nothing if there is one, or if somebody asked before. */
  requestInvoice(now: Date): void {
    assertMayHaveInvoice(this);
    if (this.invoice || this.invoiceRequestedAt) return;
    this.invoiceRequestedAt = now;
    this.modifiedAt = now;
    this.record(new OrderUpdated(this, now, ['invoice_requested_at']));
  }
}
