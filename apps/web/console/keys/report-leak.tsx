import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { usePartWords, type WordsOf } from '../../i18n/languages.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { api } from '../context.ts';
import { useIdempotencyKey } from '../idempotency-key.ts';
import type { reportLeakEn } from './report-leak-words.en.ts';
import { useKeyChanged } from './use-key-changes.ts';

const WORDS: WordsOf<typeof reportLeakEn> = {
  en: async () => (await import('./report-leak-words.en.ts')).reportLeakEn,
  de: async () => (await import('./report-leak-words.de.ts')).reportLeakDe,
};

/** Reports that a license key was found in public. Its benefit says what happens. */
export function ReportLeakDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const words = usePartWords(WORDS);
  const changed = useKeyChanged();
  const keyOf = useIdempotencyKey();
  const report = async (form: FormData): Promise<void> => {
    const url = String(form.get('url')).trim();
    const body = url === '' ? {} : { url };
    const headers = { 'Idempotency-Key': keyOf(body) };
    await answer(api.POST('/v1/license-keys/{id}/report-leak', { params: { path: { id } }, headers, body }));
    await changed(words.done);
    onClose();
  };
  return (
    <Dialog title={words.title} isOpen onClose={onClose}>
      <p className="soft">{words.text}</p>
      <ApiForm submitLabel={words.report} onSubmit={report} onCancel={onClose}>
        <TextInput name="url" type="url" label={words.url} hint={words.urlHint} autoFocus />
      </ApiForm>
    </Dialog>
  );
}
