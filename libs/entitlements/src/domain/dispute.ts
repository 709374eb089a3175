import { AggregateRoot, applyChanges, newId, ValidationFailed } from '#kernel';
import { changedFields } from '#support/changes';
import { DisputeCreated, DisputeUpdated } from './dispute.events.ts';
import { DisputeNotOpenError, RevokeSubscriptionBenefitsProhibited } from './purchase.errors.ts';
import type { RefundedOrder } from './refund.ts';
import { isOutdated, type LastToldState, type ToldState } from './told-state.ts';

export const OPEN_DISPUTE_STATUSES = ['early_warning', 'needs_response', 'under_review'] as const;
export const DISPUTE_STATUSES = ['prevented', ...OPEN_DISPUTE_STATUSES, 'lost', 'won'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** What the seller reports about a dispute. */
export interface NewDispute {
  readonly status: DisputeStatus;
  /** In minor units, without tax. */
  readonly amount: number;
  readonly taxAmount: number;
  /** As the card network states it. */
  readonly reason: string | null;
  /** Until when evidence can be submitted. */
  readonly evidenceDueBy: Date | null;
  /** The id of the payment at the payment provider. */
  readonly paymentId: string;
  /** Whether the customer loses the benefits of the order unless the seller wins. */
  readonly revokeBenefits: boolean;
}

type Changeable = Pick<DisputeState, 'status' | 'reason' | 'evidenceDueBy' | 'revokeBenefits'>;

/** What a payment provider knows about a dispute. */
export type FollowedDispute = Readonly<Changeable> & ToldState;

/** `undefined` leaves a value unchanged. */
export interface DisputeChanges {
  readonly status?: DisputeStatus;
  readonly reason?: string | null;
  readonly evidenceDueBy?: Date | null;
}

type DisputedOrder = RefundedOrder & { readonly amount: number; readonly taxAmount: number };

export interface DisputeState extends LastToldState {
  readonly id: string;
  readonly organizationId: string;
  readonly orderId: string;
  readonly customerId: string;
  status: DisputeStatus;
  readonly amount: number;
  readonly taxAmount: number;
  readonly currency: string;
  reason: string | null;
  evidenceDueBy: Date | null;
  readonly paymentId: string;
  revokeBenefits: boolean;
  readonly createdAt: Date;
  modifiedAt: Date | null;
}

type Known = NewDispute & Pick<DisputeState, 'id' | keyof LastToldState>;

/** A customer's bank demands the payment of an order back. Handled by the seller elsewhere and reported here. */
export class Dispute extends AggregateRoot<DisputeState> {
  /** At most the amounts of the order can be disputed. */
  static create(order: DisputedOrder, reported: NewDispute, now: Date): Dispute {
    if (reported.revokeBenefits && order.subscriptionId !== null) throw new RevokeSubscriptionBenefitsProhibited();
    for (const field of ['amount', 'taxAmount'] as const) {
      if (reported[field] > order[field])
        throw ValidationFailed.at([field], `The order is about ${order[field]}.`, reported[field], 'less_than_equal');
    }
    return Dispute.of(order, { ...reported, id: newId('dispute'), providerToldAt: null, providerRevision: null }, now);
  }

  /** A dispute that a payment provider reports. */
  static followed(
    id: string,
    order: DisputedOrder,
    { toldAt, revision, ...known }: FollowedDispute & Pick<NewDispute, 'amount' | 'taxAmount' | 'paymentId'>,
    now: Date,
  ): Dispute {
    return Dispute.of(order, { ...known, id, providerToldAt: toldAt, providerRevision: revision }, now);
  }

  private static of(order: RefundedOrder, known: Known, now: Date): Dispute {
    const { id: orderId, organizationId, customerId, currency } = order;
    const dispute = new Dispute({ ...known, organizationId, orderId, customerId, currency, createdAt: now, modifiedAt: null });
    dispute.record(new DisputeCreated(dispute.state, now));
    return dispute;
  }

  get isOpen(): boolean {
    return OPEN_DISPUTE_STATUSES.some((status) => status === this.state.status);
  }

  /** Records nothing if no value changes. The outcome of a dispute that is closed does not change. */
  update(
    { status = this.state.status, reason = this.state.reason, evidenceDueBy = this.state.evidenceDueBy }: DisputeChanges,
    now: Date,
  ): void {
    if (status !== this.state.status && !this.isOpen) throw new DisputeNotOpenError();
    this.set({ status, reason, evidenceDueBy, revokeBenefits: this.state.revokeBenefits }, now);
  }

  /**
   * Takes over what a payment provider knows, which may be another outcome than before. Ignores what is older than the last, and records
   * nothing if no value changes.
   */
  follow({ toldAt, revision, ...known }: FollowedDispute, now: Date): void {
    if (isOutdated({ toldAt, revision }, this.state)) return;
    this.state.providerToldAt = toldAt;
    this.state.providerRevision = revision;
    this.set(known, now);
  }

  /** The seller gives in. */
  accept(now: Date): void {
    if (!this.isOpen) throw new DisputeNotOpenError();
    this.update({ status: 'lost' }, now);
  }

  /** The dispute was recorded by mistake: it takes nothing away, whatever became of it. */
  cancel(now: Date): void {
    this.set({ ...this.state, status: 'prevented', revokeBenefits: false }, now);
  }

  private set({ status, reason, evidenceDueBy, revokeBenefits }: Changeable, now: Date): void {
    const before = this.snapshot;
    const changed = applyChanges<Changeable>(this.state, { status, reason, evidenceDueBy, revokeBenefits });
    if (changed.length === 0) return;
    this.state.modifiedAt = now;
    this.record(new DisputeUpdated(this.state, now, changedFields(changed, before, this.state)));
  }
}
