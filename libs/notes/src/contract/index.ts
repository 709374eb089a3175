import { Query } from '@nestjs/cqrs';
import type { EventsIn } from '#kernel';
import type * as events from '../domain/note.events.ts';

/** The events that this context publishes. */
export type NotesEvent = EventsIn<typeof events>;

/** The organizations whose notes a caller sees, and those of which it sees notes about orders. */
export interface VisibleNotes {
  readonly organizations: readonly string[];
  readonly seesOrdersOf: readonly string[];
}

export interface FoundNote {
  readonly id: string;
  readonly organization_id: string;
  readonly customer_id: string;
  readonly text: string;
}

/** Notes that have all words of a text, or words that begin so, or its ID; of many, some, and of these the newest first. */
export class SearchNotes extends Query<readonly FoundNote[]> {
  constructor(
    readonly visible: VisibleNotes,
    readonly text: string,
    readonly most: number,
  ) {
    super();
  }
}
