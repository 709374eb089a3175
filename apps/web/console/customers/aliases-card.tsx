import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Day } from '../../ui/display.tsx';
import { useLast } from '../../ui/last.ts';
import { live } from '../../ui/live.ts';
import { Card } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';

type Alias = Schema<'CustomerAlias'>;

/** The addresses of customers that were merged into this one; nothing for most customers, who have none. */
export function AliasesCard({ customer }: { readonly customer: string }): ReactNode {
  const { customer: words } = useWords();
  const { actions } = useUiWords();
  const queries = useQueryClient();
  const { role } = useOrganization();
  const mayChange = useMay('customers:write') && role !== 'support';
  const [removed, setRemoved] = useState<Alias | null>(null);
  const last = useLast(removed);
  const queryKey = ['customers', 'aliases', customer];
  const aliases = useQuery({
    queryKey,
    ...live(),
    queryFn: () => answer(api.GET('/v1/customers/{id}/aliases', { params: { path: { id: customer } } })),
  }).data?.items;
  const remove = async (): Promise<void> => {
    const path = { id: customer, merged_customer_id: last!.merged_customer_id };
    await answer(api.DELETE('/v1/customers/{id}/aliases/{merged_customer_id}', { params: { path } }));
    await queries.invalidateQueries({ queryKey });
    toast(words.aliasRemoved);
  };
  const buttons: Column<Alias> = {
    id: 'actions',
    title: actions,
    isTitleHidden: true,
    cell: (alias) => (
      <div className="row end">
        <Button small look="quiet-danger" aria-label={words.removeOf(alias.email)} onPress={() => setRemoved(alias)}>
          {words.remove}
        </Button>
      </div>
    ),
  };
  const columns: readonly Column<Alias>[] = [
    {
      id: 'email',
      title: words.email,
      cell: ({ email, can_sign_in }) => (
        <div>
          {email}
          {can_sign_in && <p className="faint small">{words.aliasSignsIn}</p>}
        </div>
      ),
    },
    { id: 'merged', title: words.aliasSince, cell: ({ merged_at }) => <Day at={merged_at} /> },
    ...(mayChange ? [buttons] : []),
  ];
  return (
    <>
      {aliases && aliases.length > 0 && (
        <Card flush title={words.aliases}>
          <Table label={words.aliases} columns={columns} rows={aliases} rowId={(alias) => alias.merged_customer_id} />
        </Card>
      )}
      <ConfirmDialog
        title={words.removeTitle(last?.email ?? '')}
        text={words.removeAliasText}
        confirm={words.remove}
        isDestructive
        isOpen={removed !== null}
        onClose={() => setRemoved(null)}
        onConfirm={remove}
      />
    </>
  );
}
