import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { SEAT_INVITATION_LIFETIME } from '../../../../libs/support/src/credentials/lifetimes.ts';
import { answer } from '../../api/client.ts';
import { ApiProblem, fieldProblem } from '../../api/problem.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { useFieldText } from '../../ui/problem-text.ts';
import { SwitchInput } from '../../ui/switch-input.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api } from '../context.ts';
import { useIdempotencyKey } from '../idempotency-key.ts';
import { useWords } from '../words/index.ts';

const MOST = 1_000;
/** The service has the last word. */
const IS_ADDRESS = /^[^@]+@[^@]+$/;

const addressesIn = (text: string): readonly string[] => text.split(/[\s,;]+/).filter((each) => each !== '');

/** Assigns a seat by an invitation or at once, or as many as are free by invitations: all of them, or none if one is refused. */
export function InviteDialog({
  product,
  purchase,
  free,
  onClose,
}: {
  readonly product: string;
  readonly purchase: { readonly subscription_id: string } | { readonly order_id: string };
  /** How many seats nobody has. */
  readonly free: number;
  readonly onClose: () => void;
}): ReactNode {
  const { pool: words } = useWords();
  const formats = useFormats();
  const queries = useQueryClient();
  const [isAtOnce, setAtOnce] = useState(false);
  const [isForMany, setForMany] = useState(false);
  const idempotencyKey = useIdempotencyKey();
  const fieldText = useFieldText();
  const most = Math.min(free, MOST);
  const checkMany = (text: string): string | null => {
    const addresses = addressesIn(text);
    const wrong = addresses.find((address) => !IS_ADDRESS.test(address));
    if (wrong !== undefined) return words.notAnAddress(wrong);
    return addresses.length > most ? words.tooMany(formats.number(addresses.length), formats.number(most)) : null;
  };
  const inviteOne = async (email: string): Promise<string> => {
    const body = { ...purchase, email, immediate_claim: isAtOnce };
    await answer(api.POST('/v1/customer-seats', { headers: { 'Idempotency-Key': idempotencyKey(body) }, body }));
    return isAtOnce ? words.assigned(email) : words.invited(email);
  };
  const inviteMany = async (addresses: readonly string[]): Promise<string> => {
    const body = { ...purchase, seats: addresses.map((email) => ({ email })) };
    const asked = api.POST('/v1/customer-seats/bulk', { headers: { 'Idempotency-Key': idempotencyKey(body) }, body });
    await answer(asked).catch((error: unknown) => {
      const [name, issue] = error instanceof ApiProblem ? (Object.entries(error.fields)[0] ?? []) : [];
      const address = addresses[Number(/^seats\.(\d+)\./.exec(name ?? '')?.[1])];
      throw issue && address ? fieldProblem('seats', `${address}: ${fieldText(issue)}`) : error;
    });
    return words.invitedMany(formats.number(addresses.length));
  };
  const invite = async (form: FormData): Promise<void> => {
    const said = isForMany
      ? await inviteMany(addressesIn(String(form.get('seats'))))
      : await inviteOne(String(form.get('email')).trim());
    await Promise.all(['seats', 'grants', 'members'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
    onClose();
    toast(said);
  };
  return (
    <Dialog title={words.inviteTitle(product)} isOpen onClose={onClose}>
      <p className="soft">{words.inviteText(formats.duration(SEAT_INVITATION_LIFETIME))}</p>
      <ApiForm submitLabel={words.invite} onSubmit={invite} onCancel={onClose}>
        {isForMany ? (
          <TextInput name="seats" label={words.emails} hint={words.emailsHint} check={checkMany} multiline autoFocus isRequired />
        ) : (
          <TextInput name="email" type="email" label={words.email} autoFocus isRequired />
        )}
        {free > 1 && <SwitchInput label={words.many} isSelected={isForMany} onChange={setForMany} />}
        {!isForMany && <SwitchInput label={words.atOnce} isSelected={isAtOnce} onChange={setAtOnce} />}
      </ApiForm>
    </Dialog>
  );
}
