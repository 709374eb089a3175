import { DomainEvent } from '#kernel';

/** Somebody who works for the seller wrote a note. Contains nothing of its text. */
export class NoteAdded extends DomainEvent<'note.added', { readonly customer_id: string }> {
  readonly name = 'note.added';

  constructor(organizationId: string, noteId: string, at: Date, customerId: string) {
    super(organizationId, noteId, at, { customer_id: customerId });
  }
}
