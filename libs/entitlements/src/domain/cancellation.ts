/** Why a customer cancels: one of the predefined reasons, and free text. */
export interface CancellationReason {
  readonly reason: string | null;
  readonly comment: string | null;
}

export const NO_REASON: CancellationReason = { reason: null, comment: null };

export interface CancellationState {
  cancelAtPeriodEnd: boolean;
  canceledAt: Date | null;
  endsAt: Date | null;
  endedAt: Date | null;
  customerCancellationReason: string | null;
  customerCancellationComment: string | null;
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
export class Cancellation {
  constructor(private readonly state: CancellationState) {}

  /** For the end of the period. */
  plan(cancellation: CancellationReason, periodEnd: Date, now: Date): string[] {
    this.explain(cancellation);
    this.state.cancelAtPeriodEnd = true;
    this.state.canceledAt = now;
    this.state.endsAt = periodEnd;
    return PLAN;
  }

  withdraw(): string[] {
    this.explain(NO_REASON);
    this.state.cancelAtPeriodEnd = false;
    this.state.canceledAt = null;
    this.state.endsAt = null;
    return PLAN;
  }

  explain({ reason, comment }: CancellationReason): void {
    this.state.customerCancellationReason = reason;
    this.state.customerCancellationComment = comment;
  }

  /** A planned end moves with the period. */
  moveEnd(periodEnd: Date): string[] {
    if (!this.state.cancelAtPeriodEnd) return [];
    this.state.endsAt = periodEnd;
    return ['endsAt'];
  }

  end(endedAt: Date, now: Date): string[] {
    this.state.canceledAt ??= now;
    this.state.endsAt = endedAt;
    this.state.endedAt = endedAt;
    return ['canceledAt', 'endsAt', 'endedAt'];
  }

  /** Takes over the plan that the payment provider knows. */
  follow(endsWithPeriod: boolean, canceledAt: Date | null, periodEnd: Date): string[] {
    const endsAt = endsWithPeriod ? periodEnd : null;
    const isSame = this.state.cancelAtPeriodEnd === endsWithPeriod && this.state.endsAt?.getTime() === endsAt?.getTime();
    this.state.cancelAtPeriodEnd = endsWithPeriod;
    this.state.canceledAt = endsWithPeriod ? canceledAt : null;
    this.state.endsAt = endsAt;
    return isSame ? [] : PLAN;
  }
}
