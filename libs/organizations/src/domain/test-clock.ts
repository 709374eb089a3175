import { fieldError, ValidationFailed } from '#kernel';

const SECOND_MS = 1000;
const DAY_SECONDS = 86_400;
/** The longest step, in seconds. */
export const LONGEST_STEP_SECONDS = 366 * DAY_SECONDS;
/** How far a clock may be ahead of the current time, in seconds: five years. */
export const FARTHEST_SECONDS = 1_826 * DAY_SECONDS;

/** `advancing` until everything that fell due by the last move is done. */
type TestClockStatus = 'advancing' | 'ready';

/** How far to move a clock: to a time, or by a number of seconds. Exactly one of them. */
export interface ClockStep {
  readonly to?: Date;
  readonly seconds?: number;
}

/** The clock of an organization in a sandbox. It runs like any other, and can be moved forward. */
export class TestClock {
  aheadMs = 0;
  status: TestClockStatus = 'ready';
  advancedAt: Date | null = null;

  constructor(readonly organizationId: string) {}

  /** What the clock shows at a time. */
  time(at: Date): Date {
    return new Date(at.getTime() + this.aheadMs);
  }

  advance({ to, seconds }: ClockStep, at: Date): void {
    if ((to === undefined) === (seconds === undefined)) throw only('Exactly one of `to` and `seconds` is required.');
    const stepMs = to ? to.getTime() - this.time(at).getTime() : seconds! * SECOND_MS;
    const field = to ? 'to' : 'seconds';
    if (!(stepMs > 0)) throw invalid(field, 'The clock only moves forward.', to ?? seconds);
    if (stepMs > LONGEST_STEP_SECONDS * SECOND_MS)
      throw invalid(field, 'The clock moves by at most 366 days at once.', to ?? seconds);
    if (this.aheadMs + stepMs > FARTHEST_SECONDS * SECOND_MS)
      throw invalid(field, 'The clock can be at most five years (1826 days) ahead.', to ?? seconds);
    this.aheadMs += stepMs;
    this.status = 'advancing';
    this.advancedAt = at;
  }
}

const only = (message: string): ValidationFailed => new ValidationFailed([fieldError([], message)]);

const invalid = (field: string, message: string, input: Date | number | undefined): ValidationFailed =>
  ValidationFailed.at([field], message, input instanceof Date ? input.toISOString() : input);
