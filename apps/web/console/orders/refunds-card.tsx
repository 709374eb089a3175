import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Day, Status, type Tone } from '../../ui/display.tsx';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { Table } from '../../ui/table.tsx';
import { api } from '../context.ts';
import { useWords } from '../words/index.ts';

type Refund = Schema<'Refund'>;

const TONES: Record<Refund['status'], Tone> = { pending: 'warn', succeeded: 'good', failed: 'bad', canceled: 'idle' };

/** What was refunded of an order. */
export function RefundsCard({ order }: { readonly order: string }): ReactNode {
  const { order: words, sales } = useWords();
  const { money } = useFormats();
  const refunds = useQuery({
    queryKey: ['refunds', order],
    queryFn: () => answer(api.GET('/v1/refunds/', { params: { query: { order_id: [order], limit: 100 } } })),
  });
  const reasons = { ...words.refundReasons, ...words.otherReasons };
  return (
    <Loaded of={refunds} waiting={<SkeletonCards count={1} />}>
      {({ items }) => (
        <Card flush title={words.refunds}>
          {items.length === 0 ? (
            <p className="card-body faint">{words.noRefunds}</p>
          ) : (
            <Table
              label={words.refunds}
              rows={items}
              rowId={({ id }) => id}
              columns={[
                { id: 'at', title: words.refundedOn, cell: ({ created_at }) => <Day at={created_at} /> },
                { id: 'amount', title: words.amount, isNumber: true, cell: (row) => money(row.amount, row.currency) },
                { id: 'tax', title: words.tax, isNumber: true, cell: (row) => money(row.tax_amount, row.currency) },
                {
                  id: 'reason',
                  title: words.refundReason,
                  cell: ({ reason, revoke_benefits }) => (
                    <div>
                      {reasons[reason]}
                      {revoke_benefits && <p className="faint small">{words.benefitsRevoked}</p>}
                    </div>
                  ),
                },
                {
                  id: 'status',
                  title: sales.status,
                  cell: ({ status }) => <Status tone={TONES[status]}>{words.refundStatus[status]}</Status>,
                },
              ]}
            />
          )}
        </Card>
      )}
    </Loaded>
  );
}
