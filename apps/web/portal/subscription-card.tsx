import { useQueryClient } from '@tanstack/react-query';
import { ArrowUpRight, Ban, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../api/client.ts';
import { useFormats } from '../i18n/languages.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Day, Fact, Facts, Status, type Tone } from '../ui/display.tsx';
import { useProblemText } from '../ui/problem-text.ts';
import { badToast, toast } from '../ui/toasts.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { api, useReadOnly } from './context.ts';
import { SubscriptionChanges } from './subscription-changes.tsx';
import { useWords } from './words/index.ts';

type Subscription = Schema<'CustomerSubscription'>;

const TONES: Record<Subscription['status'], Tone> = {
  incomplete: 'idle',
  incomplete_expired: 'idle',
  trialing: 'good',
  active: 'good',
  past_due: 'warn',
  canceled: 'idle',
  unpaid: 'bad',
  paused: 'idle',
};
const RUNNING = new Set<Subscription['status']>(['trialing', 'active', 'past_due']);

export function SubscriptionCard({ subscription }: { readonly subscription: Subscription }): ReactNode {
  const words = useWords().purchases;
  const textOf = useProblemText();
  const queries = useQueryClient();
  const isReadOnly = useReadOnly();
  const [isCanceling, setCanceling] = useState(false);
  const [isResuming, setResuming] = useState(false);
  const { id, product, status, cancel_at_period_end: ends } = subscription;

  const resume = async (): Promise<void> => {
    setResuming(true);
    try {
      await answer(
        api.PATCH('/v1/customer-portal/subscriptions/{id}', { params: { path: { id } }, body: { cancel_at_period_end: false } }),
      );
      await queries.invalidateQueries({ queryKey: ['subscriptions'] });
      toast(words.resumed);
    } catch (error) {
      badToast(textOf(error));
    } finally {
      setResuming(false);
    }
  };
  return (
    <section className="card subscription" aria-label={product.name}>
      <div className="card-body">
        <div className="key-head">
          <h2>
            <bdi>{product.name}</bdi>
          </h2>
          <Status tone={ends && RUNNING.has(status) ? 'warn' : TONES[status]}>
            {ends && RUNNING.has(status) ? words.canceling : words.status[status]}
          </Status>
        </div>
        <Terms subscription={subscription} />
      </div>
      {!isReadOnly && (RUNNING.has(status) || status === 'paused') && (
        <div className="card-foot">
          {product.upgrade_url && (
            <ButtonLink newTab look="secondary" href={product.upgrade_url} icon={ArrowUpRight}>
              {words.upgrade}
            </ButtonLink>
          )}
          <SubscriptionChanges subscription={subscription} />
          {status === 'paused' ? null : ends ? (
            <Button look="quiet" icon={Undo2} isPending={isResuming} onPress={() => void resume()}>
              {words.resume}
            </Button>
          ) : (
            <Button look="quiet" icon={Ban} onPress={() => setCanceling(true)}>
              {words.cancel}
            </Button>
          )}
        </div>
      )}
      <CancelDialog subscription={subscription} isOpen={isCanceling} onClose={() => setCanceling(false)} />
    </section>
  );
}

function Terms({ subscription }: { readonly subscription: Subscription }): ReactNode {
  const words = useWords().purchases;
  const { money, number } = useFormats();
  const { amount, currency, recurring_interval, recurring_interval_count, seats, status } = subscription;
  const price = words.price(money(amount, currency), words.every[recurring_interval](recurring_interval_count));
  const end = subscription.ended_at ?? subscription.ends_at;
  return (
    <Facts>
      <Fact name={words.amount}>{price}</Fact>
      {seats !== null && <Fact name={words.seats}>{number(seats)}</Fact>}
      {subscription.started_at && (
        <Fact name={words.started}>
          <Day at={subscription.started_at} />
        </Fact>
      )}
      {end ? (
        <Fact name={subscription.ended_at ? words.ended : words.ends}>
          <Day at={end} />
        </Fact>
      ) : (
        RUNNING.has(status) && (
          <Fact name={status === 'trialing' ? words.trialEnds : words.renews}>
            <Day at={(status === 'trialing' && subscription.trial_end) || subscription.current_period_end} />
          </Fact>
        )
      )}
    </Facts>
  );
}
