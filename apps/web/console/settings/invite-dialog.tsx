import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { MEMBER_INVITATION_LIFETIME } from '../../../../libs/support/src/credentials/lifetimes.ts';
import { answer, newIdempotencyKey } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';
import { type Role, useRoles } from './roles.ts';

export function InviteDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { settings } = useWords();
  const { people: words } = settings;
  const formats = useFormats();
  const { organization_id: id } = useOrganization();
  const queries = useQueryClient();
  const choices = useRoles();
  const [role, setRole] = useState<Role>('member');
  const invite = async (form: FormData): Promise<void> => {
    const email = String(form.get('email')).trim();
    const headers = { 'idempotency-key': newIdempotencyKey() };
    const params = { path: { id } };
    const body = { email, role };
    await answer(api.POST('/v1/organizations/{id}/invitations', { params, headers, body }));
    onClose();
    await queries.invalidateQueries({ queryKey: ['invitations', id] });
    toast(words.invited(email));
  };
  return (
    <Dialog title={words.inviteTitle} isOpen onClose={onClose}>
      <p className="soft">{words.inviteText(formats.duration(MEMBER_INVITATION_LIFETIME))}</p>
      <ApiForm submitLabel={words.inviteSubmit} onSubmit={invite} onCancel={onClose}>
        <TextInput name="email" type="email" label={words.email} autoFocus isRequired />
        <SelectInput label={words.role} hint={settings.roleTexts[role]} value={role} choices={choices} onChange={setRole} />
      </ApiForm>
    </Dialog>
  );
}
