import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { ApiProblem } from '../../api/problem.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Fact } from '../../ui/display.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { CopyButton } from '../../ui/secret.tsx';
import { SwitchInput } from '../../ui/switch-input.tsx';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { badToast, toast } from '../../ui/toasts.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';
import { EmailDomains } from './email-domains.tsx';
import { useChangeOrganization, useSettings } from './organization.ts';
import { useSingleSignOnWords } from './single-sign-on-words.ts';

type Connection = Schema<'OpenIDConnection'>;
type Role = Connection['default_role'];

const REDIRECT_PATH = '/single-sign-on/callback';

/** Null without a connection. */
const connectionQuery = (id: string) =>
  queryOptions({
    queryKey: ['single-sign-on', id],
    queryFn: async (): Promise<Connection | null> => {
      try {
        return await answer(api.GET('/v1/organizations/{id}/single-sign-on', { params: { path: { id } } }));
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 404) return null;
        throw error;
      }
    },
  });

/** The OpenID provider of an organization, its domains, and whether members have to use them. */
export function SingleSignOnSettingsPage(): ReactNode {
  const { organization_id } = useOrganization();
  const mayChange = useMay('organization_members:write');
  const connection = useQuery(connectionQuery(organization_id));
  return (
    <Loaded of={connection}>
      {(found) => (
        <Suspense fallback={<SkeletonCards />}>
          <div className="stack">
            {mayChange ? (
              <ProviderForm key={found?.modified_at ?? found?.id} connection={found} />
            ) : (
              <Provider connection={found} />
            )}
            <EmailDomains mayChange={mayChange} />
            {mayChange && found && <Enforcement />}
          </div>
        </Suspense>
      )}
    </Loaded>
  );
}

/** For roles that do not change it. */
function Provider({ connection }: { readonly connection: Connection | null }): ReactNode {
  const words = useSingleSignOnWords();
  return (
    <Card title={words.provider}>
      {connection ? (
        <dl className="facts lines">
          <Fact name={words.issuer}>{connection.issuer}</Fact>
          <Fact name={words.clientId}>{connection.client_id}</Fact>
          <Fact name={words.state}>{connection.is_enabled ? words.enabled : words.disabled}</Fact>
        </dl>
      ) : (
        <p className="soft">{words.none}</p>
      )}
    </Card>
  );
}

function ProviderForm({ connection }: { readonly connection: Connection | null }): ReactNode {
  const words = useSingleSignOnWords();
  const { settings } = useWords();
  const { save, saved } = useUiWords();
  const { organization_id: id } = useOrganization();
  const queries = useQueryClient();
  const [role, setRole] = useState<Role>(connection?.default_role ?? 'member');
  const [isEnabled, setEnabled] = useState(connection?.is_enabled ?? true);
  const [isRemoving, setRemoving] = useState(false);
  const reload = (): Promise<void> => queries.invalidateQueries({ queryKey: ['single-sign-on', id] });
  const submit = async (form: FormData): Promise<void> => {
    const written = (name: string): string => String(form.get(name)).trim();
    const body = {
      issuer: written('issuer'),
      client_id: written('client_id'),
      client_secret: written('client_secret') || null,
      default_role: role,
      is_enabled: isEnabled,
    };
    const params = { path: { id } };
    await answer(api.PUT('/v1/organizations/{id}/single-sign-on', { params, body }));
    await reload();
    toast(saved);
  };
  const remove = async (): Promise<void> => {
    await answer(api.DELETE('/v1/organizations/{id}/single-sign-on', { params: { path: { id } } }));
    await reload();
    toast(words.removed);
  };
  const redirect = location.origin + REDIRECT_PATH;
  const roles = (['admin', 'member', 'finance', 'support'] as const).map((each) => ({ id: each, label: settings.roles[each] }));
  return (
    <Card title={words.provider}>
      <div className="stack">
        <div>
          <p className="faint small">{words.redirect}</p>
          <div className="secret">
            <code>{redirect}</code>
            <CopyButton small text={redirect} what={words.redirect} />
          </div>
        </div>
        {connection && !connection.owners_may_sign_in && <p className="notice warn">{words.ownersMayNot}</p>}
        <ApiForm submitLabel={save} onSubmit={submit}>
          <TextInput
            name="issuer"
            type="url"
            label={words.issuer}
            hint={words.issuerHint}
            defaultValue={connection?.issuer ?? ''}
            isRequired
          />
          <TextInput name="client_id" label={words.clientId} defaultValue={connection?.client_id ?? ''} isRequired />
          <TextInput
            name="client_secret"
            type="password"
            label={words.clientSecret}
            hint={connection ? words.keptSecret : undefined}
            autoComplete="off"
            isRequired={!connection}
          />
          <SelectInput label={words.defaultRole} choices={roles} value={role} onChange={setRole} />
          <SwitchInput label={words.isEnabled} isSelected={isEnabled} onChange={setEnabled} />
        </ApiForm>
        {connection && (
          <div className="row">
            <Button look="quiet-danger" onPress={() => setRemoving(true)}>
              {words.remove}
            </Button>
          </div>
        )}
        <ConfirmDialog
          title={words.remove}
          text={words.removeText}
          confirm={words.remove}
          isDestructive
          isOpen={isRemoving}
          onClose={() => setRemoving(false)}
          onConfirm={remove}
        />
      </div>
    </Card>
  );
}

function Enforcement(): ReactNode {
  const words = useSingleSignOnWords();
  const textOf = useProblemText();
  const organization = useSettings();
  const change = useChangeOrganization();
  const enforce = (sso_enforced: boolean): void => {
    change({ sso_enforced }).catch((error: unknown) => badToast(textOf(error)));
  };
  return (
    <Card title={words.enforce}>
      <div className="stack">
        <p className="soft">{words.enforceText}</p>
        <Loaded of={organization}>
          {({ sso_enforced }) => <SwitchInput label={words.enforced} isSelected={sso_enforced} onChange={enforce} />}
        </Loaded>
      </div>
    </Card>
  );
}
