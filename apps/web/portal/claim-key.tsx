import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answer, newIdempotencyKey } from '../api/client.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextInput } from '../ui/fields.tsx';
import { ApiForm } from '../ui/form.tsx';
import { toast } from '../ui/toasts.tsx';
import { api } from './context.ts';
import { useWords } from './words/index.ts';

/** Asks for a key that nobody has claimed, such as that of a card, and makes it the customer's. */
export function ClaimKeyDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const words = useWords().keys;
  const queries = useQueryClient();
  const claim = async (form: FormData): Promise<void> => {
    const headers = { 'Idempotency-Key': newIdempotencyKey() };
    await answer(api.POST('/v1/customer-portal/license-keys/claim', { headers, body: { key: String(form.get('key')) } }));
    await queries.invalidateQueries({ queryKey: ['keys'] });
    toast(words.claimed);
    onClose();
  };
  return (
    <Dialog title={words.claim} isOpen onClose={onClose}>
      <ApiForm submitLabel={words.claimSubmit} onSubmit={claim} onCancel={onClose}>
        <TextInput name="key" label={words.claimKey} hint={words.claimHint} autoFocus isRequired />
      </ApiForm>
    </Dialog>
  );
}
