import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { SEAT_INVITATION_LIFETIME } from '../../../../libs/support/src/credentials/lifetimes.ts';
import { answer } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { SwitchInput } from '../../ui/switch-input.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api } from '../context.ts';
import { useIdempotencyKey } from '../idempotency-key.ts';
import { useWords } from '../words/index.ts';

/** Assigns a seat: by an invitation, or at once. */
export function InviteDialog({
  product,
  purchase,
  onClose,
}: {
  readonly product: string;
  readonly purchase: { readonly subscription_id: string } | { readonly order_id: string };
  readonly onClose: () => void;
}): ReactNode {
  const { pool: words } = useWords();
  const formats = useFormats();
  const queries = useQueryClient();
  const [isAtOnce, setAtOnce] = useState(false);
  const idempotencyKey = useIdempotencyKey();
  const invite = async (form: FormData): Promise<void> => {
    const email = String(form.get('email')).trim();
    const body = { ...purchase, email, immediate_claim: isAtOnce };
    await answer(api.POST('/v1/customer-seats', { headers: { 'Idempotency-Key': idempotencyKey(body) }, body }));
    await Promise.all(['seats', 'grants', 'members'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
    onClose();
    toast(isAtOnce ? words.assigned(email) : words.invited(email));
  };
  return (
    <Dialog title={words.inviteTitle(product)} isOpen onClose={onClose}>
      <p className="soft">{words.inviteText(formats.duration(SEAT_INVITATION_LIFETIME))}</p>
      <ApiForm submitLabel={words.invite} onSubmit={invite} onCancel={onClose}>
        <TextInput name="email" type="email" label={words.email} autoFocus isRequired />
        <SwitchInput label={words.atOnce} isSelected={isAtOnce} onChange={setAtOnce} />
      </ApiForm>
    </Dialog>
  );
}
