import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer, newIdempotencyKey, type Schema } from '../../api/client.ts';
import { useFormats, useUiWords } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Day, Status, type Tone } from '../../ui/display.tsx';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { api, useMay } from '../context.ts';
import { useWords } from '../words/index.ts';
import { useOrderChanged } from './use-order-changed.ts';

type Refund = Schema<'Refund'>;

const TONES: Record<Refund['status'], Tone> = { pending: 'warn', succeeded: 'good', failed: 'bad', canceled: 'idle' };

/** What was refunded of an order, and the way to take back what was recorded by mistake. */
export function RefundsCard({ order }: { readonly order: string }): ReactNode {
  const { order: words, sales } = useWords();
  const { actions } = useUiWords();
  const { money } = useFormats();
  const mayCancel = useMay('refunds:write');
  const changed = useOrderChanged();
  const [mistaken, setMistaken] = useState<Refund | null>(null);
  const refunds = useQuery({
    queryKey: ['refunds', order],
    queryFn: () => answer(api.GET('/v1/refunds/', { params: { query: { order_id: [order], limit: 100 } } })),
  });
  const reasons = { ...words.refundReasons, ...words.otherReasons };
  const cancel = async ({ id }: Refund): Promise<void> => {
    const headers = { 'Idempotency-Key': newIdempotencyKey() };
    await answer(api.POST('/v1/refunds/{id}/cancel', { params: { path: { id } }, headers }));
    await changed(words.refundCanceled);
  };
  const columns: readonly Column<Refund>[] = [
    { id: 'at', title: words.refundedOn, cell: ({ created_at }) => <Day at={created_at} /> },
    { id: 'amount', title: words.amount, isNumber: true, cell: (row) => money(row.amount, row.currency) },
    { id: 'tax', title: words.tax, isNumber: true, cell: (row) => money(row.tax_amount, row.currency) },
    {
      id: 'reason',
      title: words.refundReason,
      cell: ({ reason, revoke_benefits, status }) => (
        <div>
          {reasons[reason]}
          {revoke_benefits && status === 'succeeded' && <p className="faint small">{words.benefitsRevoked}</p>}
        </div>
      ),
    },
    {
      id: 'status',
      title: sales.status,
      cell: ({ status }) => <Status tone={TONES[status]}>{words.refundStatus[status]}</Status>,
    },
    ...(mayCancel
      ? [
          {
            id: 'actions',
            title: actions,
            isTitleHidden: true,
            cell: (refund: Refund) =>
              refund.status === 'succeeded' && (
                <Button small look="quiet" icon={Undo2} onPress={() => setMistaken(refund)}>
                  {words.cancelRefund}
                </Button>
              ),
          },
        ]
      : []),
  ];
  return (
    <Loaded of={refunds} waiting={<SkeletonCards count={1} />}>
      {({ items }) => (
        <Card flush title={words.refunds}>
          {items.length === 0 ? (
            <p className="card-body faint">{words.noRefunds}</p>
          ) : (
            <Table label={words.refunds} rows={items} rowId={({ id }) => id} columns={columns} />
          )}
          <ConfirmDialog
            title={words.cancelRefundTitle}
            text={words.cancelRefundText}
            confirm={words.cancelRefund}
            isOpen={mistaken !== null}
            onClose={() => setMistaken(null)}
            onConfirm={() => cancel(mistaken!)}
          />
        </Card>
      )}
    </Loaded>
  );
}
