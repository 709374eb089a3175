import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { ChooseCustomerDialog } from '../choose-customer-dialog.tsx';
import { api } from '../context.ts';
import { useWords } from '../words/index.ts';
import type { Subscription } from './subscription-state.tsx';

/** Gives a subscription to another customer. */
export function TransferDialog({
  subscription: { id },
  onClose,
  onChanged,
}: {
  readonly subscription: Subscription;
  readonly onClose: () => void;
  readonly onChanged: (text: string) => Promise<void>;
}): ReactNode {
  const { subscription: words } = useWords();
  const transfer = async (customer_id: string): Promise<void> => {
    await answer(api.POST('/v1/subscriptions/{id}/transfer', { params: { path: { id } }, body: { customer_id } }));
    onClose();
    await onChanged(words.transferred);
  };
  return (
    <ChooseCustomerDialog
      words={{
        title: words.transfer,
        text: words.transferText,
        customer: words.transferTo,
        placeholder: words.transferPlaceholder,
        submit: words.transferNow,
      }}
      onChoose={transfer}
      onClose={onClose}
    />
  );
}
