import { type ReactNode, useState } from 'react';
import { endOfDay } from '../../../../libs/support/src/days/days.ts';
import { answer } from '../../api/client.ts';
import { useTimeZone } from '../../i18n/languages.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DayInput, TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { SwitchInput } from '../../ui/switch-input.tsx';
import { api } from '../context.ts';
import { useIdempotencyKey } from '../idempotency-key.ts';
import type { Order } from '../orders/order-table.tsx';
import { useOrderChanged } from '../orders/use-order-changed.ts';
import { useDisputeWords } from './words.ts';

type Reason = keyof ReturnType<typeof useDisputeWords>['reasons'];

/** Records that a bank demands the payment of an order back, where no provider reports it. */
export function RecordDisputeDialog({
  order: { id: order_id, subscription_id: subscription },
  onClose,
}: {
  readonly order: Order;
  readonly onClose: () => void;
}): ReactNode {
  const words = useDisputeWords();
  const timeZone = useTimeZone();
  const changed = useOrderChanged();
  const idempotencyKey = useIdempotencyKey();
  const [reason, setReason] = useState<Reason>('general');
  const [withholds, setWithholds] = useState(subscription === null);
  const record = async (form: FormData): Promise<void> => {
    const due = String(form.get('evidence_due_by'));
    const body = {
      order_id,
      payment_id: String(form.get('payment_id')).trim(),
      reason,
      evidence_due_by: due === '' ? null : endOfDay(due, timeZone),
      revoke_benefits: withholds,
    };
    await answer(api.POST('/v1/disputes/', { headers: { 'Idempotency-Key': idempotencyKey(body) }, body }));
    onClose();
    await changed(words.recordDone);
  };
  const reasons = Object.entries(words.reasons) as [Reason, string][];
  return (
    <Dialog title={words.record} isOpen onClose={onClose}>
      <p className="soft">{words.recordText}</p>
      <ApiForm submitLabel={words.record} onSubmit={record} onCancel={onClose}>
        <TextInput name="payment_id" label={words.paymentId} hint={words.paymentIdHint} maxLength={255} autoFocus isRequired />
        <SelectInput
          name="reason"
          label={words.reason}
          value={reason}
          choices={reasons.map(([each, label]) => ({ id: each, label }))}
          onChange={setReason}
        />
        <DayInput name="evidence_due_by" label={words.due} />
        {subscription === null && <SwitchInput label={words.withholdUntilWon} isSelected={withholds} onChange={setWithholds} />}
      </ApiForm>
    </Dialog>
  );
}
