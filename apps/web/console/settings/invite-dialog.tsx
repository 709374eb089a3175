import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { MEMBER_INVITATION_LIFETIME } from '../../../../libs/kernel/src/lifetimes.ts';
import { answer, newIdempotencyKey } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectInput, TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, useOrganization } from '../context.ts';
import { useFreshly } from '../fresh-sign-in.tsx';
import { useWords } from '../words/index.ts';
import { type Role, useRoles } from './roles.ts';

export function InviteDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { settings } = useWords();
  const { people: words } = settings;
  const formats = useFormats();
  const { organization_id: id } = useOrganization();
  const queries = useQueryClient();
  const choices = useRoles();
  const freshly = useFreshly();
  const [role, setRole] = useState<Role>('member');
  const invite = async (form: FormData): Promise<void> => {
    const email = String(form.get('email')).trim();
    const headers = { 'idempotency-key': newIdempotencyKey() };
    const params = { path: { id } };
    const body = { email, role };
    const done = await freshly(() => answer(api.POST('/v1/organizations/{id}/invitations', { params, headers, body })));
    onClose();
    if (!done) return;
    await queries.invalidateQueries({ queryKey: ['invitations', id] });
    toast(words.invited(email));
  };
  return (
    <Dialog title={words.inviteTitle} isOpen onClose={onClose}>
      <p className="soft">{words.inviteText(formats.duration(MEMBER_INVITATION_LIFETIME))}</p>
      <ApiForm fields={['email', 'role']} submitLabel={words.inviteSubmit} onSubmit={invite} onCancel={onClose}>
        <TextInput name="email" type="email" label={words.email} autoFocus isRequired />
        <SelectInput label={words.role} hint={settings.roleTexts[role]} value={role} choices={choices} onChange={setRole} />
      </ApiForm>
    </Dialog>
  );
}
