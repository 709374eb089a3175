import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Download, FilePlus2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../api/client.ts';
import { ApiProblem } from '../api/problem.ts';
import { Button } from '../ui/button.tsx';
import { useProblemText } from '../ui/problem-text.ts';
import { badToast, toast } from '../ui/toasts.tsx';
import { api } from './context.ts';
import { useWords } from './words/index.ts';

/** The invoice and the receipt of an order, which the seller makes elsewhere. */
export function OrderDocuments({ order }: { readonly order: Schema<'CustomerOrder'> }): ReactNode {
  const words = useWords().purchases;
  const textOf = useProblemText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [pending, setPending] = useState<'invoice' | 'receipt' | null>(null);
  const { id, is_invoice_generated, invoice_requested_at, invoice_number, receipt_number, paid } = order;
  const params = { path: { id } };

  const run = async (kind: 'invoice' | 'receipt', task: () => Promise<void>): Promise<void> => {
    setPending(kind);
    try {
      await task();
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'MissingInvoiceBillingDetails') {
        badToast(words.needsBilling);
        await navigate({ to: '/billing' });
      } else badToast(textOf(error));
    } finally {
      setPending(null);
    }
  };
  const open = (kind: 'invoice' | 'receipt') =>
    run(kind, async () => {
      const address = kind === 'invoice' ? '/v1/customer-portal/orders/{id}/invoice' : '/v1/customer-portal/orders/{id}/receipt';
      const { url } = await answer(api.GET(address, { params }));
      window.open(url, '_blank', 'noopener,noreferrer');
    });
  const request = () =>
    run('invoice', async () => {
      await answer(api.POST('/v1/customer-portal/orders/{id}/invoice', { params }));
      await queries.invalidateQueries({ queryKey: ['orders'] });
      toast(words.requested);
    });
  return (
    <div className="row end">
      {receipt_number && (
        <Button
          small
          look="quiet"
          icon={Download}
          isPending={pending === 'receipt'}
          aria-label={words.receiptOf(receipt_number)}
          onPress={() => void open('receipt')}
        >
          {words.receipt}
        </Button>
      )}
      {is_invoice_generated ? (
        <Button
          small
          look="quiet"
          icon={Download}
          isPending={pending === 'invoice'}
          aria-label={words.invoiceOf(invoice_number)}
          onPress={() => void open('invoice')}
        >
          {words.invoice}
        </Button>
      ) : invoice_requested_at ? (
        <span className="faint small">{words.invoiceRequested}</span>
      ) : (
        paid && (
          <Button
            small
            look="quiet"
            icon={FilePlus2}
            isPending={pending === 'invoice'}
            aria-label={words.requestInvoiceOf(invoice_number)}
            onPress={() => void request()}
          >
            {words.requestInvoice}
          </Button>
        )
      )}
    </div>
  );
}
