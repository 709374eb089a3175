import { FilePlus2, FileText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { Card } from '../../ui/surfaces.tsx';
import { badToast } from '../../ui/toasts.tsx';
import { api } from '../context.ts';
import { useWords } from '../words/index.ts';
import { useOrderChanged } from './use-order-changed.ts';
import type { Order } from './order-table.tsx';

/** The invoice and the receipt of an order, which are made elsewhere. */
export function DocumentsCard({ order }: { readonly order: Order }): ReactNode {
  const { order: words } = useWords();
  const { date } = useFormats();
  const textOf = useProblemText();
  const changed = useOrderChanged();
  const [isPending, setPending] = useState(false);
  const { id, is_invoice_generated: hasInvoice, invoice_requested_at: wanted, receipt_number: receipt, paid, status } = order;
  const params = { path: { id } };
  const run = async (task: () => Promise<unknown>): Promise<void> => {
    setPending(true);
    try {
      await task();
    } catch (error) {
      badToast(textOf(error));
    } finally {
      setPending(false);
    }
  };
  const open = (address: '/v1/orders/{id}/invoice' | '/v1/orders/{id}/receipt') => (): void =>
    void run(async () => {
      const { url } = await answer(api.GET(address, { params }));
      window.open(url, '_blank', 'noopener,noreferrer');
    });
  const request = (): void =>
    void run(async () => {
      await answer(api.POST('/v1/orders/{id}/invoice', { params }));
      await changed(words.requested);
    });
  const mayRequest = !hasInvoice && !wanted && paid && status !== 'void';
  return (
    <Card title={words.documents}>
      <div className="stack">
        {!hasInvoice && !receipt && <p className="faint">{words.noDocuments}</p>}
        {!hasInvoice && wanted && <p>{words.invoiceWanted(date(wanted))}</p>}
        {(hasInvoice || receipt || mayRequest) && (
          <div className="row">
            {hasInvoice && (
              <Button small icon={FileText} isPending={isPending} onPress={open('/v1/orders/{id}/invoice')}>
                {words.invoice}
              </Button>
            )}
            {receipt && (
              <Button small icon={FileText} isPending={isPending} onPress={open('/v1/orders/{id}/receipt')}>
                {words.receipt}
              </Button>
            )}
            {mayRequest && (
              <Button small icon={FilePlus2} isPending={isPending} onPress={request}>
                {words.requestInvoice}
              </Button>
            )}
          </div>
        )}
      </div>
    </Card>
  );
}
