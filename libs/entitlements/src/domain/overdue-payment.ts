import { daysAfter } from './interval.ts';

/** How long an unpaid subscription keeps its benefits, and when it ends. In days after it fell past due. */
export interface Leniency {
  readonly graceDays: number;
  readonly dunningDays: number;
}

export interface OverduePaymentState {
  readonly pastDueAt: Date | null;
  /** Benefits are kept until then although the subscription is past due. */
  readonly graceEndsAt: Date | null;
  readonly graceOver: boolean;
  /** The subscription ends then unless it is paid. Set while it is past due. */
  readonly dunningEndsAt: Date | null;
}

export const NOT_OVERDUE: OverduePaymentState = { pastDueAt: null, graceEndsAt: null, graceOver: false, dunningEndsAt: null };

/** A payment that is past due: until when the benefits are kept, and when the subscription ends. */
export class OverduePayment implements OverduePaymentState {
  pastDueAt: Date | null;
  graceEndsAt: Date | null;
  graceOver: boolean;
  dunningEndsAt: Date | null;

  constructor(state: OverduePaymentState) {
    this.pastDueAt = state.pastDueAt;
    this.graceEndsAt = state.graceEndsAt;
    this.graceOver = state.graceOver;
    this.dunningEndsAt = state.dunningEndsAt;
  }

  begin(pastDueAt: Date, graceDays: number, now: Date): void {
    this.pastDueAt = pastDueAt;
    this.graceEndsAt = daysAfter(pastDueAt, graceDays);
    this.graceOver = this.graceEndsAt <= now;
  }

  settle(): void {
    this.pastDueAt = null;
    this.graceEndsAt = null;
    this.graceOver = false;
    this.dunningEndsAt = null;
  }

  /** The time of grace has ended, which is not recorded yet. Of a payment that is past due. */
  graceHasEnded(now: Date): boolean {
    return !this.graceOver && this.graceEndsAt! <= now;
  }

  /** The time to pay has ended. What `ends` earlier is ended first. */
  dunningHasEnded(now: Date, ends: Date): boolean {
    return this.dunningEndsAt !== null && this.dunningEndsAt <= now && this.dunningEndsAt <= ends;
  }
}
