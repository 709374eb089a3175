import { type ReactNode, useState } from 'react';
import { useFormats } from '../../i18n/languages.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { useWords } from '../words/index.ts';
import type { Subscription } from './subscription-state.tsx';
import { updateSubscription } from './update-subscription.ts';

const COMMENT_LENGTH = 10_000;
const NONE = 'none';
type Reason = NonNullable<Subscription['customer_cancellation_reason']>;

/** Asks whether a subscription should end, with its period or at once, and why the customer leaves. */
export function CancelDialog({
  subscription: { id, current_period_end },
  how,
  onClose,
  onChanged,
}: {
  readonly subscription: Subscription;
  readonly how: 'at period end' | 'at once';
  readonly onClose: () => void;
  readonly onChanged: (text: string) => Promise<void>;
}): ReactNode {
  const { subscription: words } = useWords();
  const { date } = useFormats();
  const [reason, setReason] = useState<Reason | typeof NONE>(NONE);
  const [comment, setComment] = useState('');
  const isNow = how === 'at once';
  const end = date(current_period_end);
  const cancel = async (): Promise<void> => {
    const why = {
      customer_cancellation_reason: reason === NONE ? null : reason,
      customer_cancellation_comment: comment.trim() || null,
    };
    await updateSubscription(id, isNow ? { ...why, revoke: true } : { ...why, cancel_at_period_end: true });
    await onChanged(isNow ? words.revoked : words.cancelDone(end));
  };
  const reasons = Object.entries(words.reasons) as [Reason, string][];
  return (
    <ConfirmDialog
      title={isNow ? words.revokeTitle : words.cancelTitle}
      text={isNow ? words.revokeText : words.cancelText(end)}
      confirm={isNow ? words.revoke : words.cancel}
      isDestructive
      isOpen
      onClose={onClose}
      onConfirm={cancel}
    >
      <SelectInput<Reason | typeof NONE>
        label={words.reason}
        value={reason}
        choices={[{ id: NONE, label: words.noReason }, ...reasons.map(([each, label]) => ({ id: each, label }))]}
        onChange={setReason}
      />
      <TextInput label={words.comment} value={comment} onChange={setComment} maxLength={COMMENT_LENGTH} multiline />
    </ConfirmDialog>
  );
}
