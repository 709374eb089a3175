import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { dayOf, endOfDay } from '../../../../libs/support/src/days/days.ts';
import { useFormats, useTimeZone, useUiWords } from '../../i18n/languages.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { DayInput, TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { api } from '../context.ts';
import { useWholeNumber } from '../../ui/whole-number.ts';
import { usePeriodText, usePriceText } from '../products/price-text.ts';
import { useProducts } from '../sales/products.tsx';
import { useWords } from '../words/index.ts';
import type { Subscription } from './subscription-state.tsx';
import { updateSubscription } from './update-subscription.ts';

interface ChangeProps {
  readonly subscription: Subscription;
  readonly onClose: () => void;
  readonly onChanged: (text: string) => Promise<void>;
}

const BEHAVIORS = ['default', 'prorate', 'invoice', 'next_period', 'reset'] as const;
type Behavior = (typeof BEHAVIORS)[number];
const sent = (behavior: Behavior) => (behavior === 'default' ? {} : { proration_behavior: behavior });

function ProrationInput({
  value,
  onChange,
}: {
  readonly value: Behavior;
  readonly onChange: (value: Behavior) => void;
}): ReactNode {
  const { subscription: words } = useWords();
  return (
    <SelectInput
      name="proration_behavior"
      label={words.proration}
      value={value}
      choices={BEHAVIORS.map((id) => ({ id, label: words.prorations[id] }))}
      onChange={onChange}
    />
  );
}

export function ChangeProductDialog({ subscription, onClose, onChanged }: ChangeProps): ReactNode {
  const { subscription: words, sales } = useWords();
  const others = (useProducts() ?? []).filter(
    ({ id, is_recurring, is_archived }) => is_recurring && !is_archived && id !== subscription.product_id,
  );
  const { date } = useFormats();
  const textOf = usePriceText();
  const periodOf = usePeriodText();
  const [product, setProduct] = useState<string | null>(null);
  const [behavior, setBehavior] = useState<Behavior>('default');
  const chosen = others.find(({ id }) => id === product);
  const change = async (): Promise<void> => {
    await updateSubscription(subscription.id, { product_id: product, ...sent(behavior) });
    onClose();
    await onChanged(words.changed);
  };
  return (
    <Dialog title={words.changeProduct} isOpen onClose={onClose}>
      <p className="soft">{words.changeProductText}</p>
      <ApiForm submitLabel={words.change} submit={{ isDisabled: product === null }} onSubmit={change} onCancel={onClose}>
        <SelectInput
          name="product_id"
          label={sales.product}
          value={product}
          choices={others.map(({ id, name }) => ({ id, label: name }))}
          hint={
            chosen &&
            [...chosen.prices.map(textOf), periodOf(chosen.recurring_interval, chosen.recurring_interval_count)].join(', ')
          }
          onChange={setProduct}
        />
        <ProrationInput value={behavior} onChange={setBehavior} />
        {chosen && behavior === 'next_period' && (
          <p className="soft small">{words.pendingProduct(chosen.name, date(subscription.current_period_end))}</p>
        )}
      </ApiForm>
    </Dialog>
  );
}

export function ChangeSeatsDialog({ subscription, onClose, onChanged }: ChangeProps): ReactNode {
  const { subscription: words, sales } = useWords();
  const { number } = useFormats();
  const [behavior, setBehavior] = useState<Behavior>('default');
  const { id } = subscription;
  const seats = useQuery({
    queryKey: ['seats', 'subscription', id, 'count'],
    queryFn: () => answer(api.GET('/v1/customer-seats', { params: { query: { subscription_id: id, limit: 1 } } })),
  }).data;
  const { atLeast } = useUiWords().fieldIssues;
  const assigned = seats ? seats.total_seats - seats.available_seats : 0;
  const isCount = useWholeNumber(1);
  const check = (text: string): string | null => isCount(text) ?? (Number(text) < assigned ? atLeast(assigned) : null);
  const change = async (form: FormData): Promise<void> => {
    await updateSubscription(id, { seats: Number(form.get('seats')), ...sent(behavior) });
    onClose();
    await onChanged(words.changed);
  };
  return (
    <Dialog title={words.changeSeats} isOpen onClose={onClose}>
      <ApiForm submitLabel={words.change} onSubmit={change} onCancel={onClose}>
        <TextInput
          name="seats"
          inputMode="numeric"
          label={sales.seats}
          hint={assigned > 0 && words.changeSeatsText(number(assigned))}
          maxLength={9}
          check={check}
          defaultValue={String(subscription.seats ?? '')}
          autoFocus
          isRequired
        />
        <ProrationInput value={behavior} onChange={setBehavior} />
      </ApiForm>
    </Dialog>
  );
}

export function ChangeTrialDialog({ subscription, onClose, onChanged }: ChangeProps): ReactNode {
  const { subscription: words } = useWords();
  const timeZone = useTimeZone();
  const { id, trial_end: end } = subscription;
  const change = async (form: FormData): Promise<void> => {
    await updateSubscription(id, { trial_end: endOfDay(String(form.get('trial_end')), timeZone) });
    onClose();
    await onChanged(words.changed);
  };
  return (
    <Dialog title={words.changeTrial} isOpen onClose={onClose}>
      <ApiForm submitLabel={words.change} onSubmit={change} onCancel={onClose}>
        <DayInput name="trial_end" label={words.trialEnd} defaultValue={end ? dayOf(end, timeZone) : ''} autoFocus isRequired />
      </ApiForm>
    </Dialog>
  );
}
