import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../api/client.ts';
import { useFormats } from '../i18n/languages.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { SelectInput } from '../ui/choices.tsx';
import { TextInput } from '../ui/fields.tsx';
import { toast } from '../ui/toasts.tsx';
import { api } from './context.ts';
import { useWords } from './words/index.ts';

type Subscription = Schema<'CustomerSubscription'>;
type Reason = NonNullable<Subscription['customer_cancellation_reason']>;

const COMMENT_LENGTH = 10_000;

/** Asks whether, and why, a subscription should not renew. */
export function CancelDialog({
  subscription: { id, product, current_period_end },
  isOpen,
  onClose,
}: {
  readonly subscription: Subscription;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const words = useWords().purchases;
  const { date } = useFormats();
  const queries = useQueryClient();
  const [reason, setReason] = useState<Reason | null>(null);
  const [comment, setComment] = useState('');

  const cancel = async (): Promise<void> => {
    const body = { cancel_at_period_end: true, cancellation_reason: reason, cancellation_comment: comment || null };
    await answer(api.PATCH('/v1/customer-portal/subscriptions/{id}', { params: { path: { id } }, body }));
    await queries.invalidateQueries({ queryKey: ['subscriptions'] });
    toast(words.canceled(date(current_period_end)));
  };
  const choices = (Object.keys(words.reasons) as Reason[]).map((each) => ({ id: each, label: words.reasons[each] }));
  return (
    <ConfirmDialog
      title={words.cancelTitle(product.name)}
      text={words.cancelText(date(current_period_end))}
      confirm={words.cancel}
      cancel={words.resume}
      isDestructive
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={cancel}
    >
      <SelectInput label={words.reason} placeholder={words.chooseReason} choices={choices} value={reason} onChange={setReason} />
      <TextInput label={words.comment} value={comment} onChange={setComment} maxLength={COMMENT_LENGTH} multiline />
    </ConfirmDialog>
  );
}
