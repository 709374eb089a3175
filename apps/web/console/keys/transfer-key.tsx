import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { usePartWords, type WordsOf } from '../../i18n/languages.tsx';
import { SwitchInput } from '../../ui/switch-input.tsx';
import { ChooseCustomerDialog } from '../choose-customer-dialog.tsx';
import { api } from '../context.ts';
import { useIdempotencyKey } from '../idempotency-key.ts';
import type { transferEn } from './transfer-words.en.ts';
import { useKeyChanged } from './use-key-changes.ts';

const WORDS: WordsOf<typeof transferEn> = {
  en: async () => (await import('./transfer-words.en.ts')).transferEn,
  de: async () => (await import('./transfer-words.de.ts')).transferDe,
};

/** Gives a license key to another customer. */
export function TransferKeyDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const words = usePartWords(WORDS);
  const changed = useKeyChanged();
  const keyOf = useIdempotencyKey();
  const [isDeactivating, setDeactivating] = useState(false);
  const transfer = async (customer_id: string): Promise<void> => {
    const body = { customer_id, activations: isDeactivating ? ('deactivate' as const) : ('keep' as const) };
    const headers = { 'Idempotency-Key': keyOf(body) };
    await answer(api.POST('/v1/license-keys/{id}/transfer', { params: { path: { id } }, headers, body }));
    await changed(words.done);
    onClose();
  };
  return (
    <ChooseCustomerDialog words={words} onChoose={transfer} onClose={onClose}>
      <SwitchInput label={words.deactivate} isSelected={isDeactivating} onChange={setDeactivating} />
    </ChooseCustomerDialog>
  );
}
