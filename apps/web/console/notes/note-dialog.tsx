import type { ReactNode } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { api } from '../context.ts';
import { useIdempotencyKey } from '../idempotency-key.ts';
import { useNoteWords } from './words.ts';

/** What a note is about, as requests name it. */
export type NoteSubject = { readonly customer_id: string } | { readonly license_key_id: string } | { readonly order_id: string };

const LONGEST = 5_000;

/** Adds a note, or changes what one says. */
export function NoteDialog({
  subject,
  note,
  onClose,
  onSaved,
}: {
  readonly subject: NoteSubject;
  /** The one to change; null to add another. */
  readonly note: Schema<'Note'> | null;
  readonly onClose: () => void;
  readonly onSaved: (said: string) => Promise<void>;
}): ReactNode {
  const words = useNoteWords();
  const keyOf = useIdempotencyKey();
  const send = async (form: FormData): Promise<void> => {
    const text = String(form.get('text'));
    if (note) await answer(api.PATCH('/v1/notes/{id}', { params: { path: { id: note.id } }, body: { text } }));
    else {
      const body = { ...subject, text };
      await answer(api.POST('/v1/notes/', { body, headers: { 'Idempotency-Key': keyOf(body) } }));
    }
    onClose();
    await onSaved(note ? words.saved : words.added);
  };
  return (
    <Dialog title={note ? words.editTitle : words.addTitle} isOpen onClose={onClose}>
      <ApiForm submitLabel={words.save} onSubmit={send} onCancel={onClose}>
        <TextInput name="text" label={words.field} defaultValue={note?.text} maxLength={LONGEST} multiline autoFocus isRequired />
      </ApiForm>
    </Dialog>
  );
}
