import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Day, Status, type Tone } from '../../ui/display.tsx';
import { useDisputeWords } from './words.ts';

export type Dispute = Schema<'Dispute'>;

const TONES: Record<Dispute['status'], Tone> = {
  early_warning: 'warn',
  needs_response: 'bad',
  under_review: 'warn',
  prevented: 'idle',
  won: 'good',
  lost: 'bad',
};

export function DisputeStatus({ dispute: { status } }: { readonly dispute: Dispute }): ReactNode {
  const words = useDisputeWords();
  return <Status tone={TONES[status]}>{words.status[status]}</Status>;
}

export function DisputedAmount({ dispute: { amount, tax_amount, currency } }: { readonly dispute: Dispute }): ReactNode {
  const { money } = useFormats();
  return money(amount + tax_amount, currency);
}

/** As the card network states it, in words where they are known. */
export function DisputeReason({ dispute: { reason } }: { readonly dispute: Dispute }): ReactNode {
  const words = useDisputeWords();
  const known: Readonly<Record<string, string>> = words.reasons;
  return reason === null ? words.noReason : (known[reason] ?? reason);
}

/** Until when evidence can be submitted: nothing once the dispute is closed. */
export function EvidenceDue({ dispute }: { readonly dispute: Dispute }): ReactNode {
  const words = useDisputeWords();
  const { evidence_due_by, past_due, closed } = dispute;
  if (evidence_due_by === null || closed) return '–';
  return (
    <span className="row">
      <Day at={evidence_due_by} />
      {past_due && <Status tone="bad">{words.overdue}</Status>}
    </span>
  );
}

/** Payments of Stripe are known by how their ids begin. */
const IS_OF_STRIPE = /^(?:ch|pi|py)_\w+$/;

export function DisputedPayment({ dispute: { payment_id } }: { readonly dispute: Dispute }): ReactNode {
  const words = useDisputeWords();
  return (
    <span className="row">
      <code>{payment_id}</code>
      {IS_OF_STRIPE.test(payment_id) && (
        <a href={`https://dashboard.stripe.com/payments/${payment_id}`} target="_blank" rel="noreferrer" className="row">
          {words.atProvider}
          <ExternalLink aria-hidden size={14} />
        </a>
      )}
    </span>
  );
}
