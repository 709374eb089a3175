import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { SwitchInput } from '../../ui/switch-input.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api } from '../context.ts';
import { useIdempotencyKey } from '../idempotency-key.ts';
import { useWords } from '../words/index.ts';

/** Takes a seat from its holder and gives it to somebody else: by an invitation, or at once. */
export function ReassignDialog({
  seat,
  holder,
  onClose,
}: {
  readonly seat: string;
  /** The address of whoever has the seat. */
  readonly holder: string;
  readonly onClose: () => void;
}): ReactNode {
  const { pool: words } = useWords();
  const queries = useQueryClient();
  const idempotencyKey = useIdempotencyKey();
  const [isAtOnce, setAtOnce] = useState(false);
  const reassign = async (form: FormData): Promise<void> => {
    const email = String(form.get('email')).trim();
    const body = { email, immediate_claim: isAtOnce };
    const headers = { 'Idempotency-Key': idempotencyKey(body) };
    await answer(api.POST('/v1/customer-seats/{seat_id}/reassign', { params: { path: { seat_id: seat } }, headers, body }));
    await Promise.all(['seats', 'grants', 'keys', 'members'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
    onClose();
    toast(isAtOnce ? words.assigned(email) : words.invited(email));
  };
  return (
    <Dialog title={words.reassignTitle(holder)} isOpen onClose={onClose}>
      <p className="soft">{words.reassignText(holder)}</p>
      <ApiForm submitLabel={words.reassign} onSubmit={reassign} onCancel={onClose}>
        <TextInput name="email" type="email" label={words.email} autoFocus isRequired />
        <SwitchInput label={words.atOnce} isSelected={isAtOnce} onChange={setAtOnce} />
      </ApiForm>
    </Dialog>
  );
}
