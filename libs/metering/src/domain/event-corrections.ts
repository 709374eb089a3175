import { Conflict, fieldError, type FieldError } from '#kernel';

/** Events of one organization, by their ids and by the seller's own ids. */
export interface NamedEvents {
  readonly ids: readonly string[];
  readonly externalIds: readonly string[];
}

/** Whether events are voided, or count again. The reason is for people: only the audit log has it. */
export interface Voiding {
  readonly isVoided: boolean;
  readonly reason: string;
}

export interface VoidingOutcome {
  readonly changed: number;
  /** The events that were already voided, or not. */
  readonly unchanged: number;
}

/** An event that one of the names was found to mean. */
export interface MeantEvent {
  readonly id: string;
  /** The position of the name: ids first, then external ids. */
  readonly position: number;
  readonly source: 'user' | 'system';
  readonly isVoided: boolean;
}

/** The service created the event, so it is no usage that could be wrong. */
export class EventNotVoidable extends Conflict {
  constructor() {
    super('An event that the service created cannot be voided.');
  }
}

/** The events to change, each once. Throws `ValidationFailed` or `EventNotVoidable`. */
export function eventsToChange(found: readonly MeantEvent[], { isVoided }: Pick<Voiding, 'isVoided'>): readonly MeantEvent[] {
  if (found.some(({ source }) => source === 'system')) throw new EventNotVoidable();
  const distinct = new Map(found.map((event) => [event.id, event]));
  return [...distinct.values()].filter((event) => event.isVoided !== isVoided);
}

/** The names that mean no event. */
export function errorsOfNames({ ids, externalIds }: NamedEvents, found: readonly MeantEvent[]): FieldError[] {
  const known = new Set(found.map(({ position }) => position));
  const missing = (list: 'ids' | 'externalIds', names: readonly string[], offset: number): FieldError[] =>
    names.flatMap((name, index) => (known.has(offset + index) ? [] : [fieldError([list, index], 'Event not found.', name)]));
  return [...missing('ids', ids, 0), ...missing('externalIds', externalIds, ids.length)];
}

/** The repository of corrections of events. What was counted changes in the transaction that voids them. */
export abstract class EventCorrections {
  /** All of the events or none. Throws `ValidationFailed` for names without an event, and `EventNotVoidable`. */
  abstract setVoided(organizationId: string, events: NamedEvents, voiding: Voiding, now: Date): Promise<VoidingOutcome>;
}
