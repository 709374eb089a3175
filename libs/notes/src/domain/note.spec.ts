import { aNote, LATER, NOW } from '../../testing/note.builder.ts';
import { MOST_NOTES, Note } from './note.ts';
import { NoteAdded } from './note.events.ts';

test('a new note is told of without its text', () => {
  const note = aNote({ text: 'Called about the invoice.' });
  expect(note.snapshot).toMatchObject({ text: 'Called about the invoice.', isPinned: false, createdAt: NOW, modifiedAt: null });
  const [event, ...others] = note.pullEvents();
  expect(event).toBeInstanceOf(NoteAdded);
  expect([event!.payload, others]).toEqual([{ customer_id: note.snapshot.customerId }, []]);
});

test('a text has lines and tabs, and no other control characters', () => {
  expect(aNote({ text: 'One\r\nTwo\rThree\tend' }).snapshot.text).toBe('One\nTwo\nThree\tend');
  const note = aNote({ text: 'As it was' });
  for (const text of ['\u0007', 'a\u001b[31m', 'a\u0085b']) {
    expect(() => aNote({ text })).toThrow('control characters');
    expect(() => note.update({ text, isPinned: true }, LATER)).toThrow('control characters');
  }
  expect(note.snapshot).toMatchObject({ text: 'As it was', isPinned: false, modifiedAt: null });
});

test('a change keeps what is left out, and one that changes nothing is none', () => {
  const note = aNote({ text: 'First' });
  note.update({ text: 'First', isPinned: false }, LATER);
  expect(note.snapshot.modifiedAt).toBeNull();
  note.update({ isPinned: true }, LATER);
  expect(note.snapshot).toMatchObject({ text: 'First', isPinned: true, modifiedAt: LATER });
});

test('what notes are about has a limited number of them', () => {
  expect(() => Note.assertFits(MOST_NOTES - 1)).not.toThrow();
  expect(() => Note.assertFits(MOST_NOTES)).toThrow('at most');
});
