import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api } from '../context.ts';
import { useIdempotencyKey } from '../idempotency-key.ts';
import { useWords } from '../words/index.ts';

type NewRole = 'member' | 'billing_manager';

/** Adds a person to a team. */
export function AddMember({ customer, onClose }: { readonly customer: string; readonly onClose: () => void }): ReactNode {
  const { customer: words } = useWords();
  const queries = useQueryClient();
  const [role, setRole] = useState<NewRole>('member');
  const idempotencyKey = useIdempotencyKey();
  const add = async (form: FormData): Promise<void> => {
    const email = String(form.get('email')).trim();
    const body = { email, name: String(form.get('name')).trim() || null, role };
    const headers = { 'Idempotency-Key': idempotencyKey(body) };
    await answer(api.POST('/v1/customers/{id}/members', { params: { path: { id: customer } }, headers, body }));
    await queries.invalidateQueries({ queryKey: ['members'] });
    onClose();
    toast(words.memberAdded(email));
  };
  const roles = (['member', 'billing_manager'] as const).map((id) => ({ id, label: words.roles[id] }));
  return (
    <Dialog title={words.addMember} isOpen onClose={onClose}>
      <ApiForm submitLabel={words.addMember} onSubmit={add} onCancel={onClose}>
        <TextInput name="email" type="email" label={words.email} autoFocus isRequired />
        <TextInput name="name" label={words.name} maxLength={256} />
        <SelectInput name="role" label={words.role} value={role} choices={roles} onChange={setRole} />
      </ApiForm>
    </Dialog>
  );
}
