import type { Sync } from '#kernel';
import type { EventType } from './event-type.ts';

/** Selects an event type by id within the given organizations. */
export interface WhichEventType {
  readonly id: string;
  readonly organizations: readonly string[];
}

/** The repository of event types. Ingestion adds them. */
export abstract class EventTypes {
  /** Throws `ResourceNotFound`. If `by` throws, nothing is stored. */
  abstract change<T>(which: WhichEventType, by: (eventType: EventType) => Sync<T>): Promise<T>;

  /** The organization of an event type, which never changes. Throws `ResourceNotFound`. */
  abstract organizationOf(which: WhichEventType): Promise<string>;
}
