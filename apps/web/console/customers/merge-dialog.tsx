import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { usePartWords, type WordsOf } from '../../i18n/languages.tsx';
import { toast } from '../../ui/toasts.tsx';
import { ChooseCustomerDialog } from '../choose-customer-dialog.tsx';
import { api } from '../context.ts';
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
  const { title, text, itself, done, ...words } = usePartWords(WORDS);
  const queries = useQueryClient();
  const merge = async (other: string): Promise<void> => {
    await answer(api.POST('/v1/customers/{id}/merge', { params: { path: { id } }, body: { customer_id: other } }));
    await queries.invalidateQueries();
    toast(done);
    onClose();
  };
  return (
    <ChooseCustomerDialog
      words={{ ...words, title: title(name), text: text(name) }}
      isDestructive
      refusalOf={(other) => (other === id ? itself : null)}
      onChoose={merge}
      onClose={onClose}
    />
  );
}
