import { AggregateRoot, fieldError, ValidationFailed } from '#kernel';

const SECOND_MS = 1000;
const DAY_SECONDS = 86_400;
/** The longest step, in seconds. */
export const LONGEST_STEP_SECONDS = 366 * DAY_SECONDS;
/** How far a clock may be ahead of the current time, in seconds: five years. */
export const FARTHEST_SECONDS = 1_826 * DAY_SECONDS;

/** `advancing` until everything that fell due by the last move is done. */
export type TestClockStatus = 'advancing' | 'ready';

/** How far to move a clock: to a time, or by a number of seconds. Exactly one of them. */
export interface ClockStep {
  readonly to?: Date;
  readonly seconds?: number;
}

export interface TestClockState {
  /** The id of the organization. */
  readonly id: string;
  aheadMs: number;
  status: TestClockStatus;
  advancedAt: Date | null;
}

/** The clock of an organization in a sandbox. It runs like any other, and can be moved forward. */
export class TestClock extends AggregateRoot<TestClockState> {
  static create(organizationId: string): TestClock {
    return new TestClock({ id: organizationId, aheadMs: 0, status: 'ready', advancedAt: null });
  }

  /** What the clock shows at a time. */
  time(at: Date): Date {
    return new Date(at.getTime() + this.state.aheadMs);
  }

  advance({ to, seconds }: ClockStep, at: Date): void {
    if ((to === undefined) === (seconds === undefined)) throw only('Exactly one of `to` and `seconds` is required.');
    const stepMs = to ? to.getTime() - this.time(at).getTime() : seconds! * SECOND_MS;
    const field = to ? 'to' : 'seconds';
    if (!(stepMs > 0)) throw invalid(field, 'The clock only moves forward.', to ?? seconds);
    if (stepMs > LONGEST_STEP_SECONDS * SECOND_MS)
      throw invalid(field, 'The clock moves by at most 366 days at once.', to ?? seconds);
    if (this.state.aheadMs + stepMs > FARTHEST_SECONDS * SECOND_MS)
      throw invalid(field, 'The clock can be at most five years (1826 days) ahead.', to ?? seconds);
    this.state.aheadMs += stepMs;
    this.state.status = 'advancing';
    this.state.advancedAt = at;
  }
}

const only = (message: string): ValidationFailed => new ValidationFailed([fieldError([], message)]);

const invalid = (field: string, message: string, input: Date | number | undefined): ValidationFailed =>
  ValidationFailed.at([field], message, input instanceof Date ? input.toISOString() : input);
