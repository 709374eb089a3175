import { ValidationFailed } from '#kernel';

export interface SubscriptionPauseState {
  readonly pauseAtPeriodEnd: boolean;
  readonly pausedAt: Date | null;
  /** When a pause ends by itself; null if somebody has to end it. */
  readonly resumesAt: Date | null;
}

export const NOT_PAUSED: SubscriptionPauseState = { pauseAtPeriodEnd: false, pausedAt: null, resumesAt: null };

/** A pause of a subscription, planned or begun. Methods return the names of the changed fields. */
export class SubscriptionPause implements SubscriptionPauseState {
  pauseAtPeriodEnd: boolean;
  pausedAt: Date | null;
  resumesAt: Date | null;

  constructor(state: SubscriptionPauseState) {
    this.pauseAtPeriodEnd = state.pauseAtPeriodEnd;
    this.pausedAt = state.pausedAt;
    this.resumesAt = state.resumesAt;
  }

  /** For the end of the period. */
  plan(resumesAt: Date | null, periodEnd: Date): string[] {
    if (resumesAt !== null && resumesAt <= periodEnd) throw tooEarly('resumesAt', resumesAt);
    this.pauseAtPeriodEnd = true;
    this.resumesAt = resumesAt;
    return ['pauseAtPeriodEnd', 'resumesAt'];
  }

  /** Withdraws a pause that has not begun. */
  withdraw(): string[] {
    if (!this.pauseAtPeriodEnd) return [];
    this.pauseAtPeriodEnd = false;
    this.resumesAt = null;
    return ['pauseAtPeriodEnd', 'resumesAt'];
  }

  /** The subscription ends: nothing is resumed. */
  drop(): string[] {
    const fields = this.withdraw();
    this.resumesAt = null;
    return fields;
  }

  begin(at: Date): string[] {
    this.pausedAt = at;
    this.pauseAtPeriodEnd = false;
    return ['pausedAt', 'pauseAtPeriodEnd'];
  }

  end(): string[] {
    this.pausedAt = null;
    this.resumesAt = null;
    return ['pausedAt', 'resumesAt'];
  }

  /** Whether a pause that has begun ends by itself by now. */
  isOver(now: Date): boolean {
    return this.resumesAt !== null && this.resumesAt <= now;
  }

  /** Throws if the end of a period is not before that of the pause. */
  assertNotOver(field: string, periodEnd: Date): void {
    if (this.isOver(periodEnd)) throw tooEarly(field, periodEnd);
  }

  /** When the period after the pause begins: the time at which it ends by itself, but not before it began. */
  get nextPeriodStart(): Date {
    const [pausedAt, resumesAt] = [this.pausedAt!, this.resumesAt!];
    return pausedAt > resumesAt ? pausedAt : resumesAt;
  }
}

const tooEarly = (field: string, input: Date): ValidationFailed =>
  ValidationFailed.at([field], 'A pause has to end after the current period.', input);
