import type { Access } from '#kernel';
import type { WhichNote } from '../domain/notes.ts';

/** What a caller may see and manage: customers with their license keys, and orders, which not every role sees. */
export interface NoteAccess {
  readonly customers: Access;
  readonly orders: Access;
}

export const whichNote = (id: string, { customers, orders }: NoteAccess): WhichNote => ({
  id,
  organizations: customers.visible,
  seesOrdersOf: orders.visible,
});
