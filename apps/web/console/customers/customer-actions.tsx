import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Download, Ellipsis, ExternalLink, LogOut, Merge, Pencil, Trash2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { answer, newIdempotencyKey, type Schema } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { type Action, ActionMenu } from '../../ui/menu.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { saveFile } from '../../ui/save-file.ts';
import { SwitchInput } from '../../ui/switch-input.tsx';
import { badToast, toast } from '../../ui/toasts.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { RecordSaleLink } from '../sales/record-sale-link.tsx';
import { useWords } from '../words/index.ts';
import { Credits } from './credits.tsx';

const MergeDialog = lazy(async () => ({ default: (await import('./merge-dialog.tsx')).MergeDialog }));
const CustomerDialog = lazy(async () => ({ default: (await import('./customer-form.tsx')).CustomerDialog }));

type Customer = Schema<'LicenseKeyCustomer'>;

/** What a seller may do with a customer. */
export function CustomerActions({ customer }: { readonly customer: Customer }): ReactNode {
  const { customer: words } = useWords();
  const { saved } = useUiWords();
  const { slug, role } = useOrganization();
  const textOf = useProblemText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const mayChange = useMay('customers:write');
  const mayOpen = useMay('customer_sessions:write');
  // Who acts for a customer, merges or deletes one, does what cannot be taken back.
  const mayActFor = role !== 'support';
  const [asked, setAsked] = useState<'edit' | 'portal' | 'end' | 'merge' | 'delete' | null>(null);
  const [isActing, setActing] = useState(false);
  const [isAnonymizing, setAnonymizing] = useState(false);
  const { id, name, email } = customer;
  const close = (): void => setAsked(null);
  const openPortal = async (): Promise<void> => {
    const headers = { 'Idempotency-Key': newIdempotencyKey() };
    const params = { path: { id } };
    const body = { read_only: !isActing };
    const { customer_portal_url: url } = await answer(api.POST('/v1/customers/{id}/viewing-sessions', { params, headers, body }));
    window.open(url, '_blank', 'noopener,noreferrer');
  };
  const save = async (): Promise<void> => {
    try {
      const data = await answer(api.GET('/v1/customers/{id}/export', { params: { path: { id } } }));
      saveFile(`customer-${id}.json`, JSON.stringify(data, null, 2));
    } catch (error) {
      badToast(textOf(error));
    }
  };
  const endSessions = async (): Promise<void> => {
    await answer(api.DELETE('/v1/customers/{id}/sessions', { params: { path: { id } } }));
    await queries.invalidateQueries({ queryKey: ['timeline'] });
    toast(words.sessionsEnded);
  };
  const remove = async (): Promise<void> => {
    const params = { path: { id }, query: { anonymize: isAnonymizing } };
    await answer(api.DELETE('/v1/customers/{id}', { params }));
    await navigate({ to: '/$slug/customers', params: { slug } });
    await queries.invalidateQueries();
    toast(words.deleted);
  };
  const all: readonly (Action | false)[] = [
    mayOpen && { id: 'portal', label: words.portal, icon: ExternalLink, onAction: () => setAsked('portal') },
    mayOpen && { id: 'export', label: words.export, icon: Download, onAction: () => void save() },
    mayOpen && { id: 'end', label: words.endSessions, icon: LogOut, onAction: () => setAsked('end') },
    mayChange && mayActFor && { id: 'merge', label: words.merge, icon: Merge, onAction: () => setAsked('merge') },
    mayChange &&
      mayActFor && { id: 'delete', label: words.delete, icon: Trash2, isBad: true, onAction: () => setAsked('delete') },
  ];
  const actions = all.filter((action) => action !== false);
  return (
    <div className="end">
      <RecordSaleLink customer={customer.id} look="secondary" />
      <Credits customer={id} />
      {mayChange && (
        <Button icon={Pencil} onPress={() => setAsked('edit')}>
          {words.edit}
        </Button>
      )}
      {actions.length > 0 && (
        <ActionMenu label={words.more} actions={actions}>
          <Button icon={Ellipsis}>{words.more}</Button>
        </ActionMenu>
      )}
      <Suspense>
        {asked === 'merge' && <MergeDialog id={id} name={name ?? email ?? words.unnamed} onClose={close} />}
        {asked === 'edit' && (
          <CustomerDialog
            customer={customer}
            onClose={close}
            onSaved={async () => {
              await Promise.all(['customers', 'timeline'].map((each) => queries.invalidateQueries({ queryKey: [each] })));
              toast(saved);
            }}
          />
        )}
      </Suspense>
      <ConfirmDialog
        title={words.portal}
        text={isActing ? words.actForText : words.portalText}
        confirm={words.portal}
        isOpen={asked === 'portal'}
        onClose={close}
        onConfirm={openPortal}
      >
        {mayActFor && <SwitchInput label={words.actFor} isSelected={isActing} onChange={setActing} />}
      </ConfirmDialog>
      <ConfirmDialog
        title={words.endSessions}
        text={words.endSessionsText}
        confirm={words.endSessions}
        isOpen={asked === 'end'}
        onClose={close}
        onConfirm={endSessions}
      />
      <ConfirmDialog
        title={words.deleteTitle(name ?? email ?? words.unnamed)}
        text={words.deleteText}
        confirm={words.delete}
        isDestructive
        isOpen={asked === 'delete'}
        onClose={close}
        onConfirm={remove}
      >
        <SwitchInput label={words.anonymize} isSelected={isAnonymizing} onChange={setAnonymizing} />
        {isAnonymizing && <p className="soft small">{words.anonymizeText}</p>}
      </ConfirmDialog>
    </div>
  );
}
