import { AggregateRoot, applyChanges } from '#kernel';

/** `undefined` leaves a value unchanged. */
export interface EventTypeChanges {
  readonly label?: string;
  readonly labelPropertySelector?: string | null;
}

export interface EventTypeState {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  /** The name for people. At first it is the name of the events. */
  label: string;
  /** The path of the metadata whose value labels an event. */
  labelPropertySelector: string | null;
  readonly createdAt: Date;
  modifiedAt: Date | null;
}

/** The ingested events of one name. It is there as soon as the first one is stored. */
export class EventType extends AggregateRoot<EventTypeState> {
  update(changes: EventTypeChanges, now: Date): void {
    if (applyChanges<Required<EventTypeChanges>>(this.state, changes).length > 0) this.state.modifiedAt = now;
  }
}
