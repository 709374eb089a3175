import type { Sync } from '#kernel';
import type { FailedEvent } from './failed-event.ts';

/** Selects a failed event by id within the given organizations. */
export interface WhichFailedEvent {
  readonly id: string;
  readonly organizations: readonly string[];
}

/** The repository of failed events. The worker adds them, and removes those that were processed after all. */
export abstract class FailedEvents {
  /** Throws `ResourceNotFound`. If `by` throws, nothing is stored. */
  abstract change<T>(which: WhichFailedEvent, by: (event: FailedEvent) => Sync<T>): Promise<T>;

  /** Changes those of an organization with the status `failed`, first those that failed first, at most `most`. Returns their number. */
  abstract changeSome(organizationId: string, most: number, by: (event: FailedEvent) => void): Promise<number>;

  /** Throws `ResourceNotFound`. */
  abstract organizationOf(which: WhichFailedEvent): Promise<string>;
}
