import type { EventsIn } from '#kernel';
import type * as events from '../domain/note.events.ts';

/** The events that this context publishes. */
export type NotesEvent = EventsIn<typeof events>;

export { type FoundNote, SearchNotes, type VisibleNotes } from './search-notes.ts';
