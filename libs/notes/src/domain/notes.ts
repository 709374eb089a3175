import type { Sync } from '#kernel';
import type { Note } from './note.ts';

/** Selects a note by id within the given organizations; one about an order only within those of which orders are seen. */
export interface WhichNote {
  readonly id: string;
  readonly organizations: readonly string[];
  readonly seesOrdersOf: readonly string[];
}

/** The repository of notes. */
export abstract class Notes {
  /** Throws `TooManyNotes` if what it is about has as many as it can have, also if several are added at once. */
  abstract add(note: Note): Promise<void>;

  /** Throws `ResourceNotFound`. If `by` throws, nothing is stored. */
  abstract change<T>(which: WhichNote, by: (note: Note) => Sync<T>): Promise<T>;

  /** Deletes a note if `check` does not throw. Throws `ResourceNotFound`. */
  abstract remove(which: WhichNote, check: (note: Note) => void): Promise<void>;

  /** Gives some notes of a customer, with those of its license keys and orders, to another customer. Returns how many. */
  abstract moveSome(organizationId: string, from: string, to: string): Promise<number>;

  /** Deletes some notes of a customer, with those of its license keys and orders. Returns how many. */
  abstract eraseSome(organizationId: string, customerId: string): Promise<number>;
}
