import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { usePartWords, type WordsOf } from '../../i18n/languages.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api } from '../context.ts';
import { CustomerChoice } from '../customer-choice.tsx';
import type { mergeEn } from './merge-words.en.ts';

const WORDS: WordsOf<typeof mergeEn> = {
  en: async () => (await import('./merge-words.en.ts')).mergeEn,
  de: async () => (await import('./merge-words.de.ts')).mergeDe,
};

/** Gives a customer everything that another one has, who is deleted. */
export function MergeDialog({
  id,
  name,
  onClose,
}: {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}): ReactNode {
  const words = usePartWords(WORDS);
  const queries = useQueryClient();
  const [other, setOther] = useState<string>();
  const merge = async (): Promise<void> => {
    await answer(api.POST('/v1/customers/{id}/merge', { params: { path: { id } }, body: { customer_id: other! } }));
    await queries.invalidateQueries();
    toast(words.done);
    onClose();
  };
  return (
    <Dialog title={words.title(name)} isOpen onClose={onClose}>
      <p className="soft">{words.text(name)}</p>
      <ApiForm
        submitLabel={words.merge}
        submit={{ look: 'danger', isDisabled: other === undefined || other === id }}
        onSubmit={merge}
        onCancel={onClose}
      >
        <CustomerChoice label={words.other} placeholder={words.placeholder} value={other} onChange={setOther} />
        {other === id && <p className="soft small">{words.itself}</p>}
      </ApiForm>
    </Dialog>
  );
}
