import type { SingleSignOnAttempt } from './single-sign-on-attempt.ts';

/** The repository of attempts that wait for the browser to come back. */
export abstract class SingleSignOnAttempts {
  abstract add(attempt: SingleSignOnAttempt): Promise<void>;

  /** Deletes the attempt with one of these digests of the state and returns it; null if it is unknown or was taken before. */
  abstract take(stateDigests: readonly Buffer[]): Promise<SingleSignOnAttempt | null>;

  abstract deleteExpired(by: Date): Promise<void>;
}
