import { newId, NotPermitted, ResourceNotFound } from '#kernel';
import { MOST_NOTES } from '../src/domain/note.ts';
import { TooManyNotes } from '../src/domain/note.errors.ts';
import type { Notes } from '../src/domain/notes.ts';
import { aNote, LATER, ORGANIZATION } from './note.builder.ts';

export interface OpenedNotes {
  readonly notes: Notes;
  /** Stores so many more notes about the same. */
  copy(noteId: string, times: number): Promise<void>;
  close(): Promise<void>;
}

/** The tests that every implementation of the port `Notes` passes. */
export function notesContract(storage: string, open: () => Promise<OpenedNotes>): void {
  describe(`notes in ${storage}`, () => {
    let opened: OpenedNotes;
    let notes: Notes;
    beforeAll(async () => {
      opened = await open();
      notes = opened.notes;
    });
    afterAll(() => opened.close());

    const which = ({ id }: { readonly id: string }) => ({ id, organizations: [ORGANIZATION], seesOrdersOf: [ORGANIZATION] });
    async function stored(attributes: Parameters<typeof aNote>[0] = {}) {
      const note = aNote(attributes);
      await notes.add(note);
      return note;
    }
    const customerOf = (note: { readonly id: string }) => notes.change(which(note), ({ snapshot }) => snapshot.customerId);

    test('a note is stored as it is, and a change is visible to the next change', async () => {
      const note = await stored({ text: 'Café\n😀' });
      expect(await notes.change(which(note), ({ snapshot: { text, isPinned } }) => ({ text, isPinned }))).toEqual({
        text: 'Café\n😀',
        isPinned: false,
      });
      await notes.change(which(note), (each) => each.update({ isPinned: true }, LATER));
      expect(await notes.change(which(note), ({ snapshot }) => [snapshot.isPinned, snapshot.modifiedAt])).toEqual([true, LATER]);
    });

    test('a removed note is gone; one whose check fails stays', async () => {
      const note = await stored();
      const refused = notes.remove(which(note), () => {
        throw new NotPermitted('no');
      });
      await expect(refused).rejects.toThrow('no');
      await notes.remove(which(note), () => undefined);
      await expect(notes.remove(which(note), () => undefined)).rejects.toThrow(ResourceNotFound);
    });

    test('foreign notes are not found, nor those about orders by whoever does not see orders', async () => {
      const foreign = await stored({ organizationId: newId() });
      await expect(notes.change(which(foreign), () => 'seen')).rejects.toThrow(ResourceNotFound);
      const ofOrder = await stored({ orderId: newId() });
      const withoutOrders = { ...which(ofOrder), seesOrdersOf: [] };
      await expect(notes.remove(withoutOrders, () => undefined)).rejects.toThrow(ResourceNotFound);
      const about = await stored();
      expect(await notes.change({ ...which(about), seesOrdersOf: [] }, () => 'seen')).toBe('seen');
    });

    test('a customer has a limited number of notes, even if two are added at once, beside those of its license keys', async () => {
      const customerId = newId();
      await stored({ customerId, licenseKeyId: newId() });
      await opened.copy((await stored({ customerId })).id, MOST_NOTES - 2);
      const outcomes = await Promise.allSettled([aNote({ customerId }), aNote({ customerId })].map((note) => notes.add(note)));
      expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: expect.any(TooManyNotes) }]);
      await stored({ customerId, orderId: newId() });
    });

    test('notes of a customer move to another one and are erased, with those of license keys and orders', async () => {
      const [from, to] = [newId(), newId()];
      const moved = [{}, { licenseKeyId: newId() }, { orderId: newId() }];
      const ofCustomer = [];
      for (const about of moved) ofCustomer.push(await stored({ customerId: from, ...about }));
      const other = await stored({ customerId: newId() });
      expect([await notes.moveSome(ORGANIZATION, from, to), await notes.moveSome(ORGANIZATION, from, to)]).toEqual([3, 0]);
      expect(await Promise.all(ofCustomer.map(customerOf))).toEqual([to, to, to]);
      expect([await notes.eraseSome(newId(), to), await notes.eraseSome(ORGANIZATION, to)]).toEqual([0, 3]);
      for (const note of ofCustomer) await expect(customerOf(note)).rejects.toThrow(ResourceNotFound);
      expect(await customerOf(other)).toBe(other.snapshot.customerId);
    });
  });
}
