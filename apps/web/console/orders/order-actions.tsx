import { Ban, CircleDollarSign, ShieldExclamationPoint, Undo2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { answer, newIdempotencyKey } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { badToast } from '../../ui/toasts.tsx';
import { api, useMay } from '../context.ts';
import { useWords } from '../words/index.ts';
import type { Order } from './order-table.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { useOrderChanged } from './use-order-changed.ts';

const RecordDisputeDialog = lazy(async () => ({ default: (await import('../disputes/record-dispute.tsx')).RecordDisputeDialog }));

/** What a seller may do with an order. */
export function OrderActions({ order }: { readonly order: Order }): ReactNode {
  const { order: words } = useWords();
  const textOf = useProblemText();
  const changed = useOrderChanged();
  const mayChange = useMay('orders:write');
  const mayRefund = useMay('refunds:write');
  const mayDispute = useMay('disputes:write');
  const [asked, setAsked] = useState<'refund' | 'dispute' | 'pay' | 'void' | null>(null);
  const { id, status, paid, refundable_amount: refundable, refunded_amount: refunded } = order;
  const params = { path: { id } };
  const close = (): void => setAsked(null);
  const markPaid = async (): Promise<void> => {
    await answer(api.PATCH('/v1/orders/{id}', { params, body: { status: 'paid' } }));
    await changed(words.markedPaid);
  };
  const makeVoid = async (): Promise<void> => {
    await answer(api.POST('/v1/orders/{id}/void', { params, headers: { 'Idempotency-Key': newIdempotencyKey() } }));
    await changed(words.voided);
  };
  const restore = (): void => {
    answer(api.POST('/v1/orders/{id}/unvoid', { params, headers: { 'Idempotency-Key': newIdempotencyKey() } })).then(
      () => changed(words.unvoided),
      (error: unknown) => badToast(textOf(error)),
    );
  };
  const isVoid = status === 'void';
  return (
    <div className="end">
      {mayChange && status === 'pending' && (
        <Button look="primary" icon={CircleDollarSign} onPress={() => setAsked('pay')}>
          {words.markPaid}
        </Button>
      )}
      {mayRefund && paid && !isVoid && refundable > 0 && (
        <Button icon={Undo2} onPress={() => setAsked('refund')}>
          {words.refund}
        </Button>
      )}
      {mayDispute && paid && !isVoid && (
        <Button look="quiet" icon={ShieldExclamationPoint} onPress={() => setAsked('dispute')}>
          {words.recordDispute}
        </Button>
      )}
      {mayChange && !isVoid && refunded === 0 && (
        <Button look="quiet-danger" icon={Ban} onPress={() => setAsked('void')}>
          {words.void}
        </Button>
      )}
      {mayChange && isVoid && (
        <Button icon={Undo2} onPress={restore}>
          {words.unvoid}
        </Button>
      )}
      {asked === 'refund' && <RefundDialog order={order} onClose={close} onChanged={changed} />}
      {asked === 'dispute' && (
        <Suspense>
          <RecordDisputeDialog order={order} onClose={close} />
        </Suspense>
      )}
      <ConfirmDialog
        title={words.markPaidTitle}
        text={words.markPaidText}
        confirm={words.markPaid}
        isOpen={asked === 'pay'}
        onClose={close}
        onConfirm={markPaid}
      />
      <ConfirmDialog
        title={words.voidTitle}
        text={words.voidText}
        confirm={words.void}
        isDestructive
        isOpen={asked === 'void'}
        onClose={close}
        onConfirm={makeVoid}
      />
    </div>
  );
}
