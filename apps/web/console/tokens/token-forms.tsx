import { useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer, newIdempotencyKey, type Schema } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { CopyButton } from '../../ui/secret.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';
import { ScopeChoice } from './scope-choice.tsx';
import { OFFERED, type OfferedScope } from './scopes.ts';

const LIFETIMES = ['P30D', 'P90D', 'P365D', 'never'] as const;
type Lifetime = (typeof LIFETIMES)[number];

export type Token = Schema<'OrganizationAccessToken'>;

const useTokensChanged = (): (() => Promise<void>) => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['tokens'] });
};

/** Creates a token and shows it, once. */
export function CreateTokenDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { tokens: words } = useWords();
  const { organization_id } = useOrganization();
  const changed = useTokensChanged();
  const [chosen, setChosen] = useState<ReadonlySet<OfferedScope>>(new Set());
  const [lifetime, setLifetime] = useState<Lifetime>('P90D');
  const [idempotencyKey] = useState(newIdempotencyKey);
  const [created, setCreated] = useState<string | null>(null);
  const create = async (form: FormData): Promise<void> => {
    const headers = { 'Idempotency-Key': idempotencyKey };
    const body = {
      organization_id,
      comment: String(form.get('comment')).trim(),
      scopes: [...chosen],
      expires_in: lifetime === 'never' ? null : lifetime,
    };
    const { token } = await answer(api.POST('/v1/organization-access-tokens/', { headers, body }));
    setCreated(token);
    await changed();
  };
  return (
    <Dialog title={created ? words.createdTitle : words.createTitle} wide isOpen onClose={onClose}>
      {created ? (
        <CreatedToken text={created} onClose={onClose} />
      ) : (
        <ApiForm submitLabel={words.create} onSubmit={create} onCancel={onClose}>
          <div className="form-row">
            <TextInput name="comment" label={words.name} hint={words.nameHint} maxLength={255} autoFocus isRequired />
            <SelectInput
              name="expires_in"
              label={words.lifetime}
              value={lifetime}
              choices={LIFETIMES.map((id) => ({ id, label: words.lifetimes[id] }))}
              onChange={setLifetime}
            />
          </div>
          <ScopeChoice chosen={chosen} onChange={setChosen} isRequired />
        </ApiForm>
      )}
    </Dialog>
  );
}

function CreatedToken({ text, onClose }: { readonly text: string; readonly onClose: () => void }): ReactNode {
  const { tokens: words } = useWords();
  const { close } = useUiWords();
  return (
    <>
      <p className="notice warn">
        <TriangleAlert aria-hidden />
        {words.createdText}
      </p>
      <div className="token-text">
        <code>{text}</code>
        <CopyButton text={text} what={words.what} />
      </div>
      <div className="dialog-actions">
        <Button look="primary" autoFocus onPress={onClose}>
          {close}
        </Button>
      </div>
    </>
  );
}

/** Changes what a token is called and may be used for. */
export function EditTokenDialog({ token, onClose }: { readonly token: Token; readonly onClose: () => void }): ReactNode {
  const { tokens: words } = useWords();
  const { save, saved } = useUiWords();
  const changed = useTokensChanged();
  const known = OFFERED.filter((scope) => token.scopes.includes(scope));
  const others = token.scopes.filter((scope) => !known.includes(scope as OfferedScope));
  const [chosen, setChosen] = useState<ReadonlySet<OfferedScope>>(new Set(known));
  const change = async (form: FormData): Promise<void> => {
    const params = { path: { id: token.id } };
    const body = { comment: String(form.get('comment')).trim(), scopes: [...chosen, ...others] };
    await answer(api.PATCH('/v1/organization-access-tokens/{id}', { params, body }));
    onClose();
    await changed();
    toast(saved);
  };
  return (
    <Dialog title={words.editTitle} wide isOpen onClose={onClose}>
      <ApiForm submitLabel={save} onSubmit={change} onCancel={onClose}>
        <TextInput
          name="comment"
          label={words.name}
          hint={words.nameHint}
          maxLength={255}
          defaultValue={token.comment}
          autoFocus
          isRequired
        />
        <ScopeChoice chosen={chosen} onChange={setChosen} />
      </ApiForm>
    </Dialog>
  );
}
