import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { Day, Status } from '../../ui/display.tsx';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { Table } from '../../ui/table.tsx';
import { api } from '../context.ts';
import { useWords } from '../words/index.ts';

type Grant = Schema<'BenefitGrant'>;
const MOST = 100;

/** The benefits that a purchase has brought to a customer and to members of its team. */
export function GrantsCard({ purchase, customer }: { readonly purchase: string; readonly customer: string }): ReactNode {
  const { sales: words } = useWords();
  const grants = useQuery({
    queryKey: ['grants', customer],
    queryFn: () => answer(api.GET('/v1/benefit-grants/', { params: { query: { customer_id: [customer], limit: MOST } } })),
  });
  const stateOf = ({ is_granted, is_revoked }: Grant): ReactNode => {
    if (is_granted) return <Status tone="good">{words.granted}</Status>;
    return is_revoked ? <Status tone="idle">{words.revoked}</Status> : <Status tone="warn">{words.waiting}</Status>;
  };
  return (
    <Loaded of={grants} waiting={<SkeletonCards count={1} />}>
      {({ items, pagination }) => {
        const brought = items.filter(({ subscription_id, order_id }) => subscription_id === purchase || order_id === purchase);
        return (
          <Card flush title={words.benefits} foot={pagination.total_count > MOST && words.newestGrants}>
            {brought.length === 0 ? (
              <p className="card-body faint">{words.noBenefits}</p>
            ) : (
              <Table
                label={words.benefits}
                rows={brought}
                rowId={({ id }) => id}
                columns={[
                  { id: 'benefit', title: words.benefit, cell: ({ benefit }) => benefit.description },
                  {
                    id: 'holder',
                    title: words.holder,
                    cell: ({ member, customer: holder }) => member?.email ?? holder.name ?? holder.email ?? '–',
                  },
                  { id: 'state', title: words.status, cell: stateOf },
                  {
                    id: 'since',
                    title: words.since,
                    cell: ({ granted_at, revoked_at, created_at }) => <Day at={revoked_at ?? granted_at ?? created_at} />,
                  },
                ]}
              />
            )}
          </Card>
        );
      }}
    </Loaded>
  );
}
