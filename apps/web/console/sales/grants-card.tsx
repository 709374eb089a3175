import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer, newIdempotencyKey, type Schema } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Day, Status } from '../../ui/display.tsx';
import { useLast } from '../../ui/last.ts';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, useMay } from '../context.ts';
import { useWords } from '../words/index.ts';

type Grant = Schema<'BenefitGrant'>;
const MOST = 100;

const holderOf = ({ member, customer }: Grant): string => member?.email ?? customer.name ?? customer.email ?? '–';

/** The benefits that a purchase has brought to a customer and to members of its team. */
export function GrantsCard({ purchase, customer }: { readonly purchase: string; readonly customer: string }): ReactNode {
  const { sales: words } = useWords();
  const grants = useQuery({
    queryKey: ['grants', customer],
    queryFn: () => answer(api.GET('/v1/benefit-grants/', { params: { query: { customer_id: [customer], limit: MOST } } })),
  });
  return (
    <Loaded of={grants} waiting={<SkeletonCards count={1} />}>
      {({ items, pagination }) => {
        const brought = items.filter(({ subscription_id, order_id }) => subscription_id === purchase || order_id === purchase);
        return (
          <Card flush title={words.benefits} foot={pagination.total_count > MOST && words.newestGrants}>
            {brought.length === 0 ? <p className="card-body faint">{words.noBenefits}</p> : <GrantTable grants={brought} />}
          </Card>
        );
      }}
    </Loaded>
  );
}

function GrantTable({ grants }: { readonly grants: readonly Grant[] }): ReactNode {
  const { sales: words } = useWords();
  const { actions } = useUiWords();
  const queries = useQueryClient();
  const mayDecide = useMay('benefits:write');
  const [asked, setAsked] = useState<Grant | null>(null);
  const last = useLast(asked);
  const stateOf = ({ is_granted, is_revoked }: Grant): ReactNode => {
    if (is_granted) return <Status tone="good">{words.granted}</Status>;
    return is_revoked ? <Status tone="idle">{words.revoked}</Status> : <Status tone="warn">{words.waiting}</Status>;
  };
  const decide = async (): Promise<void> => {
    const { id, is_revoked } = last!;
    const options = { params: { path: { id } }, headers: { 'Idempotency-Key': newIdempotencyKey() } };
    await answer(
      is_revoked ? api.POST('/v1/benefit-grants/{id}/grant', options) : api.POST('/v1/benefit-grants/{id}/revoke', options),
    );
    await Promise.all(['grants', 'keys', 'timeline'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
    toast(is_revoked ? words.grantedAgain : words.revokedByHand);
  };
  const buttons: Column<Grant> = {
    id: 'actions',
    title: actions,
    isTitleHidden: true,
    cell: (grant) =>
      (grant.is_granted || grant.is_revoked) && (
        <Button
          small
          look={grant.is_revoked ? 'quiet' : 'quiet-danger'}
          aria-label={(grant.is_revoked ? words.grantOf : words.revokeOf)(grant.benefit.description, holderOf(grant))}
          onPress={() => setAsked(grant)}
        >
          {grant.is_revoked ? words.grant : words.revoke}
        </Button>
      ),
  };
  const columns: readonly Column<Grant>[] = [
    { id: 'benefit', title: words.benefit, cell: ({ benefit }) => benefit.description },
    { id: 'holder', title: words.holder, cell: holderOf },
    { id: 'state', title: words.status, cell: stateOf },
    {
      id: 'since',
      title: words.since,
      cell: ({ granted_at, revoked_at, created_at }) => <Day at={revoked_at ?? granted_at ?? created_at} />,
    },
    ...(mayDecide ? [buttons] : []),
  ];
  const isGiven = last?.is_revoked ?? false;
  const name = last?.benefit.description ?? '';
  return (
    <>
      <Table label={words.benefits} rows={grants} rowId={({ id }) => id} columns={columns} />
      <ConfirmDialog
        title={isGiven ? words.grantTitle(name) : words.revokeTitle(name)}
        text={isGiven ? words.grantText : words.revokeText}
        confirm={isGiven ? words.grant : words.revoke}
        isDestructive={!isGiven}
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={decide}
      />
    </>
  );
}
