import type { Sync } from '#kernel';
import type { SecondFactorAttempt } from './second-factor-attempt.ts';

/** The repository of attempts that wait for a second factor. */
export abstract class SecondFactorAttempts {
  abstract add(attempt: SecondFactorAttempt): Promise<void>;

  /** Calls `by` with the attempt with one of these digests, or null, and stores its change. */
  abstract change<T>(digests: readonly Buffer[], by: (attempt: SecondFactorAttempt | null) => Sync<T>): Promise<T>;

  /** Deletes an attempt that succeeded. False if another call has deleted it before. */
  abstract complete(id: string): Promise<boolean>;

  abstract deleteExpired(by: Date): Promise<void>;
}
