import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer, newIdempotencyKey, type Schema } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { Status } from '../../ui/display.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { CopyButton } from '../../ui/secret.tsx';
import { Card, Empty, Loaded } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { badToast, toast } from '../../ui/toasts.tsx';
import { api, useOrganization } from '../context.ts';
import { useSingleSignOnWords } from './single-sign-on-words.ts';

type EmailDomain = Schema<'EmailDomain'>;

/** An organization has at most 20. */
const domainsQuery = (id: string) =>
  queryOptions({
    queryKey: ['email-domains', id],
    queryFn: () =>
      answer(api.GET('/v1/organizations/{id}/single-sign-on/domains', { params: { path: { id }, query: { limit: 100 } } })),
  });

/** The domains of an organization, and what has to be done for them to count. */
export function EmailDomains({ mayChange }: { readonly mayChange: boolean }): ReactNode {
  const words = useSingleSignOnWords();
  const { organization_id } = useOrganization();
  const domains = useQuery(domainsQuery(organization_id));
  const [isAdding, setAdding] = useState(false);
  const add = (
    <Button icon={Plus} onPress={() => setAdding(true)}>
      {words.addDomain}
    </Button>
  );
  return (
    <Loaded of={domains}>
      {({ items }) => (
        <Card title={words.domains} note={words.domainsText} end={mayChange && items.length > 0 && add} flush>
          {items.length === 0 ? (
            <Empty title={words.noDomains}>{mayChange && add}</Empty>
          ) : (
            <DomainTable domains={items} mayChange={mayChange} />
          )}
          {isAdding && <AddDomainDialog onClose={() => setAdding(false)} />}
        </Card>
      )}
    </Loaded>
  );
}

function DomainTable({
  domains,
  mayChange,
}: {
  readonly domains: readonly EmailDomain[];
  readonly mayChange: boolean;
}): ReactNode {
  const words = useSingleSignOnWords();
  const { actions } = useUiWords();
  const columns: readonly Column<EmailDomain>[] = [
    { id: 'domain', title: words.domain, cell: ({ domain }) => domain },
    {
      id: 'state',
      title: words.state,
      cell: ({ verified_at, missing_since }) => {
        const [missing, state] = verified_at
          ? [words.recordMissing, words.verified]
          : [words.verificationEnded, words.notVerified];
        return <Status tone={verified_at && !missing_since ? 'good' : 'warn'}>{missing_since ? missing : state}</Status>;
      },
    },
    {
      id: 'record',
      title: words.record,
      cell: ({ txt_record }) => (
        <div className="secret">
          <code>{txt_record}</code>
          <CopyButton small text={txt_record} what={words.record} />
        </div>
      ),
    },
    ...(mayChange
      ? [{ id: 'actions', title: actions, isTitleHidden: true, cell: (each: EmailDomain) => <DomainActions of={each} /> }]
      : []),
  ];
  return <Table label={words.domains} columns={columns} rows={domains} rowId={({ id }) => id} />;
}

function DomainActions({ of: { id: domain_id, domain, verified_at, missing_since } }: { readonly of: EmailDomain }): ReactNode {
  const words = useSingleSignOnWords();
  const { organization_id: id } = useOrganization();
  const queries = useQueryClient();
  const textOf = useProblemText();
  const [isVerifying, setVerifying] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const params = { path: { id, domain_id } };
  const reload = (): Promise<void> => queries.invalidateQueries({ queryKey: ['email-domains', id] });
  const verify = async (): Promise<void> => {
    setVerifying(true);
    try {
      const path = '/v1/organizations/{id}/single-sign-on/domains/{domain_id}/verify';
      await answer(api.POST(path, { params }));
      await reload();
      toast(words.isVerified);
    } catch (error) {
      badToast(textOf(error));
    } finally {
      setVerifying(false);
    }
  };
  const remove = async (): Promise<void> => {
    await answer(api.DELETE('/v1/organizations/{id}/single-sign-on/domains/{domain_id}', { params }));
    await reload();
  };
  return (
    <div className="row end">
      {(!verified_at || missing_since) && (
        <Button small isPending={isVerifying} onPress={() => void verify()}>
          {words.verify}
        </Button>
      )}
      <Button small look="quiet-danger" onPress={() => setRemoving(true)}>
        {words.removeDomain}
      </Button>
      <ConfirmDialog
        title={words.removeDomainTitle(domain)}
        text={words.removeDomainText}
        confirm={words.removeDomain}
        isDestructive
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        onConfirm={remove}
      />
    </div>
  );
}

/** Names between dots. The service has the last word. */
const DOMAIN = /^[^\s.@/:]+(?:\.[^\s.@/:]+)+$/;

function AddDomainDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const words = useSingleSignOnWords();
  const { organization_id: id } = useOrganization();
  const queries = useQueryClient();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const add = async (form: FormData): Promise<void> => {
    const domain = String(form.get('domain')).trim();
    const headers = { 'Idempotency-Key': `${idempotencyKey}-${domain}` };
    await answer(
      api.POST('/v1/organizations/{id}/single-sign-on/domains', { params: { path: { id } }, headers, body: { domain } }),
    );
    await queries.invalidateQueries({ queryKey: ['email-domains', id] });
    toast(words.added);
    onClose();
  };
  const check = (text: string): string | null => (DOMAIN.test(text) ? null : words.notADomain);
  return (
    <Dialog title={words.addDomain} isOpen onClose={onClose}>
      <ApiForm submitLabel={words.addDomain} onSubmit={add} onCancel={onClose}>
        <TextInput name="domain" label={words.domain} placeholder="example.com" check={check} autoFocus isRequired />
      </ApiForm>
    </Dialog>
  );
}
