import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer, newIdempotencyKey } from '../api/client.ts';
import { SelectInput } from '../ui/choices.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ApiForm } from '../ui/form.tsx';
import { toast } from '../ui/toasts.tsx';
import { type AddOn, api, keyGrantsQuery } from './context.ts';
import { useWords } from './words/index.ts';

/** Asks which license key an add-on should extend. */
export function ChooseKeyDialog({ addOn, onClose }: { readonly addOn: AddOn; readonly onClose: () => void }): ReactNode {
  const { keys } = useWords();
  const words = keys.addOns;
  const queries = useQueryClient();
  const grants = useQuery(keyGrantsQuery).data?.items;
  const fitting = addOn.license_keys.filter(({ id }) => id !== addOn.license_key_id);
  const [keyId, setKeyId] = useState(fitting[0]!.id);
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const choose = async (): Promise<void> => {
    const headers = { 'Idempotency-Key': idempotencyKey };
    setIdempotencyKey(newIdempotencyKey());
    const body = { benefit_grant_id: addOn.benefit_grant_id };
    const params = { path: { id: keyId } };
    await answer(api.POST('/v1/customer-portal/license-keys/{id}/attached-grants', { params, headers, body }));
    await Promise.all(['add-ons', 'keys'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
    toast(words.chosen);
    onClose();
  };
  const choices = fitting.map(({ id, display_key, benefit_id }) => {
    const benefit = grants?.find((grant) => grant.benefit_id === benefit_id)?.benefit.description ?? keys.key;
    return { id, label: `${benefit} · ${display_key}` };
  });
  return (
    <Dialog title={words.chooseFor(addOn.benefit.description)} isOpen onClose={onClose}>
      <ApiForm submitLabel={words.submit} onSubmit={choose} onCancel={onClose}>
        <SelectInput label={keys.key} hint={words.hint} choices={choices} value={keyId} onChange={setKeyId} />
      </ApiForm>
    </Dialog>
  );
}
