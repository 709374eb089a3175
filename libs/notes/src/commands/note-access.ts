import type { Access } from '#kernel';
import type { Note, NoteAuthor } from '../domain/note.ts';
import type { WhichNote } from '../domain/notes.ts';

/** What a caller may see and change. */
export interface NoteAccess {
  readonly author: NoteAuthor;
  /** Notes about customers and license keys. */
  readonly customers: Access;
  /** Orders, which not every role sees. */
  readonly orders: Access;
  /** What somebody else wrote. */
  readonly others: Access;
}

export const whichNote = (id: string, { customers, orders }: NoteAccess): WhichNote => ({
  id,
  organizations: customers.visible,
  seesOrdersOf: orders.visible,
});

/** Throws `NotPermitted` for who may neither change what others wrote nor has written the note. */
export function assertMayReplace(note: Note, { author, customers, others }: NoteAccess): void {
  const access = note.isBy(author) ? customers : others;
  access.assertCanManage(note.organizationId);
}
