import { type ReactNode, useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { ApiForm } from '../ui/form.tsx';
import { CustomerChoice } from './customer-choice.tsx';

/** Asks for a customer, with whom something is done. */
export function ChooseCustomerDialog({
  words: { title, text, customer, placeholder, submit },
  isDestructive,
  refusalOf,
  onChoose,
  onClose,
  children,
}: {
  readonly words: Readonly<Record<'title' | 'text' | 'customer' | 'placeholder' | 'submit', string>>;
  readonly isDestructive?: boolean;
  /** Why the customer cannot be chosen; null if they can. */
  readonly refusalOf?: (id: string) => string | null;
  /** Sends the request. */
  readonly onChoose: (id: string) => Promise<void>;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}): ReactNode {
  const [id, setId] = useState<string>();
  const refusal = (id !== undefined && refusalOf?.(id)) || null;
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <p className="soft">{text}</p>
      <ApiForm
        submitLabel={submit}
        submit={{ isDisabled: id === undefined || refusal !== null, ...(isDestructive ? { look: 'danger' } : {}) }}
        onSubmit={() => onChoose(id!)}
        onCancel={onClose}
      >
        <CustomerChoice label={customer} placeholder={placeholder} value={id} onChange={setId} />
        {refusal && <p className="soft small">{refusal}</p>}
        {children}
      </ApiForm>
    </Dialog>
  );
}
