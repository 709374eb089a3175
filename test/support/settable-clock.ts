import { Clock } from '#kernel';

/** A clock that only the test moves. */
export class SettableClock extends Clock {
  private time = Date.parse('2026-06-01T12:00:00.000Z');

  now(): Date {
    return new Date(this.time);
  }

  pass(ms: number): void {
    this.time += ms;
  }
}
