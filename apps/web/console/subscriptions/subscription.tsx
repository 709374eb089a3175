import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { Day, Fact } from '../../ui/display.tsx';
import { live } from '../../ui/live.ts';
import { useProblemText } from '../../ui/problem-text.ts';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { Table } from '../../ui/table.tsx';
import { badToast } from '../../ui/toasts.tsx';
import { BackLink } from '../back-link.tsx';
import { api, useMay } from '../context.ts';
import { Person } from '../customers/person.tsx';
import { OrdersOf } from '../orders/orders-of.tsx';
import { SubscriptionTimeline } from '../history/timelines.tsx';
import { GrantsCard } from '../sales/grants-card.tsx';
import { useProducts } from '../sales/products.tsx';
import { ProductFact } from '../sales/product-fact.tsx';
import '../sales/sales.css';
import { SeatsFact } from '../sales/seats-fact.tsx';
import { useWords } from '../words/index.ts';
import { SubscriptionActions, useChanged } from './subscription-actions.tsx';
import { type Subscription, SubscriptionStatusBadge, statusOf, useNext, usePriceText } from './subscription-state.tsx';
import { updateSubscription } from './update-subscription.ts';

const route = getRouteApi('/$slug/subscriptions/$id');

export function SubscriptionPage(): ReactNode {
  const { subscription: words, sales } = useWords();
  const { id } = route.useParams();
  const subscription = useQuery({
    queryKey: ['subscriptions', 'one', id],
    ...live(),
    queryFn: () => answer(api.GET('/v1/subscriptions/{id}', { params: { path: { id } } })),
  });
  return (
    <>
      <BackLink to="/$slug/subscriptions">{words.back}</BackLink>
      <Loaded of={subscription} waiting={<SkeletonCards count={3} />}>
        {(found) => (
          <>
            <Head subscription={found} />
            <div className="halves">
              <div className="stack">
                <Pending subscription={found} />
                <OrdersOf title={words.payments} none={words.noPayments} all={words.allPayments} search={{ subscription: id }} />
                <GrantsCard purchase={id} customer={found.recipient_id ?? found.customer_id} />
                <Meters subscription={found} />
                <SubscriptionTimeline id={id} currency={found.currency} />
              </div>
              <div className="stack">
                <Card title={sales.customer}>
                  <Person id={found.customer.id} name={found.customer.name} email={found.customer.email} />
                </Card>
                {found.recipient && (
                  <Card title={sales.recipient}>
                    <Person id={found.recipient.id} name={found.recipient.name} email={found.recipient.email} />
                  </Card>
                )}
                <Details subscription={found} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}

function Head({ subscription }: { readonly subscription: Subscription }): ReactNode {
  const mayChange = useMay('subscriptions:write');
  const next = useNext();
  return (
    <header className="page-head">
      <div>
        <h1>{subscription.product.name}</h1>
        <div className="row state">
          <SubscriptionStatusBadge status={subscription.status} />
          <span className="faint">{next(subscription)}</span>
        </div>
      </div>
      {mayChange && statusOf(subscription) !== 'canceled' && (
        <div className="end">
          <SubscriptionActions subscription={subscription} />
        </div>
      )}
    </header>
  );
}

/** What will change with the next period. */
function Pending({ subscription: { id, pending_update: update } }: { readonly subscription: Subscription }): ReactNode {
  const { subscription: words } = useWords();
  const { date, number } = useFormats();
  const textOf = useProblemText();
  const changed = useChanged();
  const products = useProducts();
  const mayChange = useMay('subscriptions:write');
  const [isPending, setPending] = useState(false);
  if (!update) return null;
  const withdraw = async (): Promise<void> => {
    setPending(true);
    try {
      await updateSubscription(id, { pending_update: null });
      await changed(words.withdrawn);
    } catch (error) {
      badToast(textOf(error));
    } finally {
      setPending(false);
    }
  };
  const day = date(update.applies_at);
  const name = products?.find((product) => product.id === update.product_id)?.name ?? '…';
  return (
    <Card title={words.pending}>
      <div className="stack">
        {update.product_id && <p>{words.pendingProduct(name, day)}</p>}
        {update.seats !== null && <p>{words.pendingSeats(number(update.seats), day)}</p>}
        {mayChange && (
          <div>
            <Button icon={Undo2} isPending={isPending} onPress={() => void withdraw()}>
              {words.withdraw}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

function Meters({ subscription: { meters, currency } }: { readonly subscription: Subscription }): ReactNode {
  const { subscription: words } = useWords();
  const { number, money } = useFormats();
  if (meters.length === 0) return null;
  return (
    <Card flush title={words.meters}>
      <Table
        label={words.meters}
        rows={meters}
        rowId={({ id }) => id}
        columns={[
          { id: 'meter', title: words.meter, cell: ({ meter }) => meter.name },
          { id: 'consumed', title: words.consumed, isNumber: true, cell: ({ consumed_units }) => number(consumed_units) },
          { id: 'credited', title: words.credited, isNumber: true, cell: ({ credited_units }) => number(credited_units) },
          { id: 'amount', title: words.amount, isNumber: true, cell: ({ amount }) => money(amount, currency) },
        ]}
      />
    </Card>
  );
}

function Details({ subscription }: { readonly subscription: Subscription }): ReactNode {
  const { subscription: words, sales } = useWords();
  const { date, money } = useFormats();
  const price = usePriceText();
  const {
    id,
    started_at: started,
    current_period_start: from,
    current_period_end: to,
    trial_end: trial,
    canceled_at: canceled,
    customer_cancellation_reason: reason,
    customer_cancellation_comment: comment,
    resumes_at: resumes,
    external_id: external,
    external_source: source,
  } = subscription;
  return (
    <Card title={words.details}>
      <dl className="facts lines">
        <ProductFact product={subscription.product} />
        <Fact name={sales.price}>{price(subscription)}</Fact>
        {subscription.tax_amount > 0 && <Fact name={sales.tax}>{money(subscription.tax_amount, subscription.currency)}</Fact>}
        {subscription.seats !== null && <SeatsFact seats={subscription.seats} purchase="subscription" id={id} />}
        {started && (
          <Fact name={words.started}>
            <Day at={started} />
          </Fact>
        )}
        <Fact name={words.period}>{words.periodOf(date(from), date(to))}</Fact>
        {trial && (
          <Fact name={words.trial}>
            <Day at={trial} />
          </Fact>
        )}
        {canceled && (
          <Fact name={words.canceled}>
            <Day at={canceled} />
          </Fact>
        )}
        {reason && <Fact name={words.reason}>{words.reasons[reason]}</Fact>}
        {comment && <Fact name={words.comment}>{comment}</Fact>}
        {resumes && (
          <Fact name={words.resumes}>
            <Day at={resumes} />
          </Fact>
        )}
        {external && (
          <Fact name={sales.externalId}>
            <code>{external}</code>
          </Fact>
        )}
        {source && <Fact name={words.source}>{source}</Fact>}
      </dl>
    </Card>
  );
}
