import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { wholeMinorUnits } from '../../../../libs/support/src/currencies/amounts.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { api } from '../context.ts';
import { useIdempotencyKey } from '../idempotency-key.ts';
import { useWords } from '../words/index.ts';
import type { Order } from './order-table.tsx';

type Reason = Schema<'RefundCreate'>['reason'];
type Benefits = 'keep' | 'revoke';

/** Records a refund of an order. */
export function RefundDialog({
  order: { id, currency, refundable_amount: most, subscription_id: subscription },
  onClose,
  onChanged,
}: {
  readonly order: Order;
  readonly onClose: () => void;
  readonly onChanged: (text: string) => Promise<void>;
}): ReactNode {
  const { order: words, sales } = useWords();
  const { money, typedMoney } = useFormats();
  const [reason, setReason] = useState<Reason>('customer_request');
  const [typed, setTyped] = useState(() => typedMoney(most, currency));
  const [chosen, setChosen] = useState<Benefits | null>(null);
  // Whoever pays everything back decides what becomes of the benefits; a part of the money leaves them.
  const isFull = wholeMinorUnits(typed, currency) === most;
  const benefits = chosen ?? (isFull ? null : 'keep');
  const idempotencyKey = useIdempotencyKey();
  const check = (text: string): string | null => {
    const amount = wholeMinorUnits(text, currency);
    if (!amount) return sales.report.notAnAmount;
    return amount > most ? words.refundMost(money(most, currency)) : null;
  };
  const refund = async (form: FormData): Promise<void> => {
    const amount = wholeMinorUnits(String(form.get('amount')), currency)!;
    const comment = String(form.get('comment')).trim() || null;
    const body = { order_id: id, amount, reason, comment, revoke_benefits: benefits === 'revoke' };
    await answer(api.POST('/v1/refunds/', { headers: { 'Idempotency-Key': idempotencyKey(body) }, body }));
    onClose();
    await onChanged(words.refundDone);
  };
  const reasons = Object.entries(words.refundReasons) as [Reason, string][];
  return (
    <Dialog title={words.refundTitle} isOpen onClose={onClose}>
      <p className="soft">{words.refundText}</p>
      <ApiForm submitLabel={words.refund} onSubmit={refund} onCancel={onClose}>
        <TextInput
          name="amount"
          inputMode="decimal"
          label={words.refundAmount(currency.toUpperCase())}
          hint={words.refundMost(money(most, currency))}
          value={typed}
          onChange={setTyped}
          check={check}
          autoFocus
          isRequired
        />
        <SelectInput
          name="reason"
          label={words.refundReason}
          value={reason}
          choices={reasons.map(([each, label]) => ({ id: each, label }))}
          onChange={setReason}
        />
        <TextInput name="comment" label={words.comment} maxLength={10_000} multiline />
        {subscription === null && (
          <SelectInput
            name="revoke_benefits"
            label={words.benefitsAfter}
            hint={benefits === 'revoke' ? words.revokeText : undefined}
            placeholder={words.chooseBenefits}
            value={benefits}
            choices={(['keep', 'revoke'] as const).map((each) => ({ id: each, label: words.afterRefund[each] }))}
            onChange={setChosen}
            isRequired
          />
        )}
      </ApiForm>
    </Dialog>
  );
}
