import { daysAfter } from './interval.ts';

/** How long an unpaid subscription keeps its benefits, and when it ends. In days after it fell past due. */
export interface Leniency {
  readonly graceDays: number;
  readonly dunningDays: number;
}

export interface OverduePaymentState {
  pastDueAt: Date | null;
  /** Benefits are kept until then although the subscription is past due. */
  graceEndsAt: Date | null;
  graceOver: boolean;
  /** The subscription ends then unless it is paid. Set while it is past due. */
  dunningEndsAt: Date | null;
}

export const NOT_OVERDUE: OverduePaymentState = { pastDueAt: null, graceEndsAt: null, graceOver: false, dunningEndsAt: null };

/** A payment that is past due: until when the benefits are kept, and when the subscription ends. */
export class OverduePayment {
  constructor(private readonly state: OverduePaymentState) {}

  begin(pastDueAt: Date, graceDays: number, now: Date): void {
    this.state.pastDueAt = pastDueAt;
    this.state.graceEndsAt = daysAfter(pastDueAt, graceDays);
    this.state.graceOver = this.state.graceEndsAt <= now;
  }

  settle(): void {
    this.state.pastDueAt = null;
    this.state.graceEndsAt = null;
    this.state.graceOver = false;
    this.state.dunningEndsAt = null;
  }

  /** The time of grace has ended, which is not recorded yet. Of a payment that is past due. */
  graceHasEnded(now: Date): boolean {
    return !this.state.graceOver && this.state.graceEndsAt! <= now;
  }

  /** The time to pay has ended. What `ends` earlier is ended first. */
  dunningHasEnded(now: Date, ends: Date): boolean {
    return this.state.dunningEndsAt !== null && this.state.dunningEndsAt <= now && this.state.dunningEndsAt <= ends;
  }
}
