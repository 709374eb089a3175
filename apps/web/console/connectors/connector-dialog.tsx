import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { SwitchInput } from '../../ui/switch-input.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, useOrganization } from '../context.ts';
import { useIdempotencyKey } from '../idempotency-key.ts';
import { useWords } from '../words/index.ts';

type Connector = Schema<'Connector'>;
const ENTITLEMENTS = ['provider_status', 'paid_only'] as const;
const EMAIL_RULES = ['ask', 'keep', 'follow'] as const;
const UNMAPPED_RULES = ['report', 'ignore'] as const;
const PROVIDERS = ['stripe', 'paddle', 'lemon_squeezy'] as const;

/** Creates a connector, or changes one. */
export function ConnectorDialog({
  connector,
  onClose,
}: {
  readonly connector?: Connector;
  readonly onClose: () => void;
}): ReactNode {
  const { connectors: words } = useWords();
  const { save, saved } = useUiWords();
  const { organization_id, slug } = useOrganization();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [provider, setProvider] = useState<Connector['provider']>(connector?.provider ?? 'stripe');
  const [is_test, setTest] = useState(connector?.is_test ?? false);
  const [entitlement, setEntitlement] = useState<Connector['entitlement']>(connector?.entitlement ?? 'provider_status');
  const [customer_email, setEmailRule] = useState<Connector['customer_email']>(connector?.customer_email ?? 'ask');
  const [unmapped, setUnmapped] = useState<Connector['unmapped']>(connector?.unmapped ?? 'report');
  const keyOf = useIdempotencyKey();
  const [placeholder] = useState(() => crypto.randomUUID());
  const submit = async (form: FormData): Promise<void> => {
    const written = (name: string): string => String(form.get(name)).trim();
    const own_metadata = form.has('own_metadata') ? written('own_metadata') || null : (connector?.own_metadata ?? null);
    const rules = { is_test, entitlement, customer_email, unmapped, own_metadata };
    const common = { name: written('name') || null, account: written('account') || null, ...rules };
    // The one of the provider exists when its endpoint does, and is asked for on the page of the connector.
    const body = { ...common, provider, secret: placeholder, organization_id };
    const stored = connector
      ? await answer(
          api.PATCH('/v1/connectors/{id}', {
            params: { path: { id: connector.id } },
            body: common,
          }),
        )
      : await answer(
          api.POST('/v1/connectors/', {
            headers: { 'Idempotency-Key': keyOf(body) },
            body,
          }),
        );
    await queries.invalidateQueries({ queryKey: ['connectors'] });
    onClose();
    toast(connector ? saved : words.added);
    if (!connector) await navigate({ to: '/$slug/connectors/$id', params: { slug, id: stored.id } });
  };
  return (
    <Dialog title={connector ? words.change : words.add} isOpen onClose={onClose}>
      {!connector && <p className="soft">{words.addText}</p>}
      <ApiForm submitLabel={connector ? save : words.submit} onSubmit={submit} onCancel={onClose}>
        {!connector && (
          <SelectInput
            label={words.provider}
            value={provider}
            choices={PROVIDERS.map((id) => ({ id, label: words.providers[id] }))}
            onChange={setProvider}
          />
        )}
        <TextInput
          autoFocus
          name="name"
          label={words.name}
          hint={words.nameHint}
          defaultValue={connector?.name ?? ''}
          maxLength={100}
        />
        <TextInput
          name="account"
          label={words.account}
          hint={words.accountHints[provider]}
          defaultValue={connector?.account ?? ''}
        />
        <SelectInput
          label={words.entitlement}
          value={entitlement}
          choices={ENTITLEMENTS.map((id) => ({ id, label: words.entitlements[id] }))}
          onChange={setEntitlement}
        />
        <SelectInput
          label={words.customerEmail}
          value={customer_email}
          choices={EMAIL_RULES.map((id) => ({ id, label: words.customerEmails[id] }))}
          onChange={setEmailRule}
        />
        <SelectInput
          label={words.unmapped}
          value={unmapped}
          choices={UNMAPPED_RULES.map((id) => ({ id, label: words.unmappedRules[id] }))}
          onChange={setUnmapped}
        />
        {provider !== 'lemon_squeezy' && unmapped === 'ignore' && (
          <TextInput
            name="own_metadata"
            label={words.ownMetadata}
            hint={words.ownMetadataHint}
            defaultValue={connector?.own_metadata ?? ''}
          />
        )}
        {provider === 'paddle' && <SwitchInput label={words.isTest} isSelected={is_test} onChange={setTest} />}
      </ApiForm>
    </Dialog>
  );
}
