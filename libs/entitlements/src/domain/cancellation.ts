/** Why a customer cancels: one of the predefined reasons, and free text. */
export interface CancellationReason {
  readonly reason: string | null;
  readonly comment: string | null;
}

export const NO_REASON: CancellationReason = { reason: null, comment: null };

export interface CancellationState {
  readonly cancelAtPeriodEnd: boolean;
  readonly canceledAt: Date | null;
  readonly endsAt: Date | null;
  readonly endedAt: Date | null;
  readonly customerCancellationReason: string | null;
  readonly customerCancellationComment: string | null;
}

export const NOT_CANCELED: CancellationState = {
  cancelAtPeriodEnd: false,
  canceledAt: null,
  endsAt: null,
  endedAt: null,
  customerCancellationReason: null,
  customerCancellationComment: null,
};

const PLAN = ['cancelAtPeriodEnd', 'canceledAt', 'endsAt'];

/** The end of a subscription, planned or reached. Methods that change it return the names of the changed fields. */
export class Cancellation implements CancellationState {
  cancelAtPeriodEnd: boolean;
  canceledAt: Date | null;
  endsAt: Date | null;
  endedAt: Date | null;
  customerCancellationReason: string | null;
  customerCancellationComment: string | null;

  constructor(state: CancellationState) {
    this.cancelAtPeriodEnd = state.cancelAtPeriodEnd;
    this.canceledAt = state.canceledAt;
    this.endsAt = state.endsAt;
    this.endedAt = state.endedAt;
    this.customerCancellationReason = state.customerCancellationReason;
    this.customerCancellationComment = state.customerCancellationComment;
  }

  /** For the end of the period. */
  plan(cancellation: CancellationReason, periodEnd: Date, now: Date): string[] {
    this.explain(cancellation);
    this.cancelAtPeriodEnd = true;
    this.canceledAt = now;
    this.endsAt = periodEnd;
    return PLAN;
  }

  withdraw(): string[] {
    this.explain(NO_REASON);
    this.cancelAtPeriodEnd = false;
    this.canceledAt = null;
    this.endsAt = null;
    return PLAN;
  }

  explain({ reason, comment }: CancellationReason): void {
    this.customerCancellationReason = reason;
    this.customerCancellationComment = comment;
  }

  /** A planned end moves with the period. */
  moveEnd(periodEnd: Date): string[] {
    if (!this.cancelAtPeriodEnd) return [];
    this.endsAt = periodEnd;
    return ['endsAt'];
  }

  end(endedAt: Date, now: Date): string[] {
    this.canceledAt ??= now;
    this.endsAt = endedAt;
    this.endedAt = endedAt;
    return ['canceledAt', 'endsAt', 'endedAt'];
  }

  /** Takes over the plan that the payment provider knows. */
  follow(endsWithPeriod: boolean, canceledAt: Date | null, periodEnd: Date): string[] {
    const endsAt = endsWithPeriod ? periodEnd : null;
    const isSame = this.cancelAtPeriodEnd === endsWithPeriod && this.endsAt?.getTime() === endsAt?.getTime();
    this.cancelAtPeriodEnd = endsWithPeriod;
    this.canceledAt = endsWithPeriod ? canceledAt : null;
    this.endsAt = endsAt;
    return isSame ? [] : PLAN;
  }
}
