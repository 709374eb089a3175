import { AggregateRoot, applyChanges, newId, ValidationFailed } from '#kernel';
import { NoteAdded } from './note.events.ts';
import { TooManyNotes } from './note.errors.ts';

/** How many a customer, a license key or an order can have. */
export const MOST_NOTES = 500;

/** Control characters other than tabs and ends of lines. */
const CONTROLS = /[^\P{Cc}\t\n]/u;

interface Details {
  text: string;
  isPinned: boolean;
}

/** A user, or the organization with an access token of its own. */
export interface NoteAuthor {
  readonly type: 'user' | 'organization';
  readonly id: string;
}

export interface NoteState extends Details {
  readonly id: string;
  readonly organizationId: string;
  /** Whom the note is about, or who had the license key or the order when it was written. */
  readonly customerId: string;
  /** At most one of the two is set; neither for a note about the customer. */
  readonly licenseKeyId: string | null;
  readonly orderId: string | null;
  readonly authorType: NoteAuthor['type'];
  readonly authorId: string;
  readonly createdAt: Date;
  modifiedAt: Date | null;
}

export type NewNote = Readonly<Details> &
  Pick<NoteState, 'organizationId' | 'customerId' | 'licenseKeyId' | 'orderId' | 'authorType' | 'authorId'>;

/** `undefined` leaves a value unchanged. */
export type NoteChanges = Partial<Readonly<Details>>;

/** What somebody who works for the seller wrote about a customer, a license key or an order, for colleagues. */
export class Note extends AggregateRoot<NoteState> {
  static create(attributes: NewNote, now: Date): Note {
    const note = new Note({
      ...attributes,
      text: checkedText(attributes.text),
      id: newId('note'),
      createdAt: now,
      modifiedAt: null,
    });
    const { organizationId, customerId } = attributes;
    note.record(new NoteAdded(organizationId, note.id, now, customerId));
    return note;
  }

  /** Throws if what the note is about cannot have it beside others. */
  static assertFits(others: number): void {
    if (others >= MOST_NOTES) throw new TooManyNotes(MOST_NOTES);
  }

  /** What it is about, as the notes about the same have it. A license key and an order stay the same with another customer. */
  get subject(): Partial<NoteState> {
    const { customerId, licenseKeyId, orderId } = this.state;
    if (licenseKeyId !== null) return { licenseKeyId };
    return orderId === null ? { customerId, licenseKeyId, orderId } : { orderId };
  }

  isBy({ type, id }: NoteAuthor): boolean {
    return this.state.authorType === type && this.state.authorId === id;
  }

  update({ text, isPinned }: NoteChanges, now: Date): void {
    const changes = { text: text === undefined ? undefined : checkedText(text), isPinned };
    if (applyChanges<Details>(this.state, changes).length > 0) this.state.modifiedAt = now;
  }
}

function checkedText(text: string): string {
  const plain = text.replace(/\r\n?/g, '\n');
  if (CONTROLS.test(plain)) throw ValidationFailed.at(['text'], 'The text contains control characters.', text);
  return plain;
}
