import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { api } from '../context.ts';
import { CustomerChoice } from '../customer-choice.tsx';
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
  const [customerId, setCustomerId] = useState<string>();
  const transfer = async (): Promise<void> => {
    const body = { customer_id: customerId! };
    await answer(api.POST('/v1/subscriptions/{id}/transfer', { params: { path: { id } }, body }));
    onClose();
    await onChanged(words.transferred);
  };
  return (
    <Dialog title={words.transfer} isOpen onClose={onClose}>
      <p className="soft">{words.transferText}</p>
      <ApiForm
        submitLabel={words.transferNow}
        submit={{ isDisabled: customerId === undefined }}
        onSubmit={transfer}
        onCancel={onClose}
      >
        <CustomerChoice
          label={words.transferTo}
          placeholder={words.transferPlaceholder}
          value={customerId}
          onChange={setCustomerId}
        />
      </ApiForm>
    </Dialog>
  );
}
