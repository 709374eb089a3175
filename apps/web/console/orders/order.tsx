import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { answer } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Day, Fact } from '../../ui/display.tsx';
import { live } from '../../ui/live.ts';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { Table } from '../../ui/table.tsx';
import { BackLink } from '../back-link.tsx';
import { api, useOrganization } from '../context.ts';
import { Person } from '../customers/person.tsx';
import { OrderTimeline } from '../history/timelines.tsx';
import { BillingAddress } from '../sales/billing-address.tsx';
import { GrantsCard } from '../sales/grants-card.tsx';
import { ProductFact } from '../sales/product-fact.tsx';
import '../sales/sales.css';
import { SeatsFact } from '../sales/seats-fact.tsx';
import { useWords } from '../words/index.ts';
import { DocumentsCard } from './documents-card.tsx';
import { OrderActions } from './order-actions.tsx';
import { type Order, OrderStatusBadge } from './order-table.tsx';
import { RefundsCard } from './refunds-card.tsx';

const ofOrder = () => import('../disputes/of-order.tsx');
const DisputedBadge = lazy(async () => ({ default: (await ofOrder()).DisputedBadge }));
const DisputesOfOrder = lazy(async () => ({ default: (await ofOrder()).DisputesOfOrder }));

const NotesCard = lazy(() => import('../notes/notes-card.tsx'));
const TagsCard = lazy(() => import('../tags/tags-card.tsx'));

const route = getRouteApi('/$slug/orders/$id');

export function OrderPage(): ReactNode {
  const { order: words, sales } = useWords();
  const { id } = route.useParams();
  const { scopes } = useOrganization();
  const readsDisputes = scopes.includes('disputes:read');
  const order = useQuery({
    queryKey: ['orders', 'one', id],
    ...live(),
    queryFn: () => answer(api.GET('/v1/orders/{id}', { params: { path: { id } } })),
  });
  return (
    <>
      <BackLink to="/$slug/orders">{words.back}</BackLink>
      <Loaded of={order} waiting={<SkeletonCards count={3} />}>
        {(found) => (
          <>
            <header className="page-head">
              <div>
                <h1>{found.description}</h1>
                <div className="row state">
                  <OrderStatusBadge status={found.status} />
                  {readsDisputes && (
                    <Suspense>
                      <DisputedBadge order={id} />
                    </Suspense>
                  )}
                </div>
              </div>
              <OrderActions order={found} />
            </header>
            <div className="halves">
              <div className="stack">
                {readsDisputes && (
                  <Suspense>
                    <DisputesOfOrder order={id} />
                  </Suspense>
                )}
                <Items order={found} />
                {scopes.includes('refunds:read') && <RefundsCard order={id} />}
                {found.subscription_id === null && (
                  <GrantsCard purchase={id} customer={found.recipient_id ?? found.customer_id} />
                )}
                <OrderTimeline id={id} currency={found.currency} />
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
                <Amounts order={found} />
                <Details order={found} />
                <Suspense>
                  <TagsCard kind="order" id={id} />
                </Suspense>
                {scopes.includes('notes:read') && (
                  <Suspense>
                    <NotesCard subject={{ order_id: id }} />
                  </Suspense>
                )}
                <Card title={words.billing}>
                  <BillingAddress name={found.billing_name} address={found.billing_address} none={words.noBilling} />
                </Card>
                <DocumentsCard order={found} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}

function Items({ order: { items, currency } }: { readonly order: Order }): ReactNode {
  const { order: words } = useWords();
  const { number, money } = useFormats();
  return (
    <Card flush title={words.items}>
      <Table
        label={words.items}
        rows={items}
        rowId={({ id }) => id}
        columns={[
          { id: 'item', title: words.item, cell: ({ label }) => label },
          { id: 'quantity', title: words.quantity, isNumber: true, cell: ({ quantity }) => number(quantity) },
          { id: 'tax', title: words.tax, isNumber: true, cell: ({ tax_amount }) => money(tax_amount, currency) },
          { id: 'amount', title: words.amount, isNumber: true, cell: ({ amount }) => money(amount, currency) },
        ]}
      />
    </Card>
  );
}

function Amounts({ order }: { readonly order: Order }): ReactNode {
  const { order: words } = useWords();
  const { money } = useFormats();
  const of = (amount: number): string => money(amount, order.currency);
  return (
    <Card title={words.amounts}>
      <dl className="facts lines">
        <Fact name={words.subtotal}>{of(order.subtotal_amount)}</Fact>
        {order.discount_amount > 0 && <Fact name={words.discount}>{of(-order.discount_amount)}</Fact>}
        <Fact name={words.tax}>{of(order.tax_amount)}</Fact>
        <Fact name={words.total}>
          <strong>{of(order.total_amount)}</strong>
        </Fact>
        {order.refunded_amount > 0 && <Fact name={words.refunded}>{of(-order.refunded_amount - order.refunded_tax_amount)}</Fact>}
      </dl>
    </Card>
  );
}

function Details({ order }: { readonly order: Order }): ReactNode {
  const { order: words, orders, sales } = useWords();
  const { slug } = useOrganization();
  const { id, purchased_at, billing_reason, subscription_id, product, seats, external_id, external_source } = order;
  return (
    <Card title={words.details}>
      <dl className="facts lines">
        <Fact name={words.bought}>
          <Day at={purchased_at} />
        </Fact>
        <Fact name={words.reason}>{orders.reasons[billing_reason]}</Fact>
        {product && <ProductFact product={product} />}
        {subscription_id && (
          <Fact name={words.subscription}>
            <Link to="/$slug/subscriptions/$id" params={{ slug, id: subscription_id }}>
              {product?.name ?? words.subscription}
            </Link>
          </Fact>
        )}
        {seats !== null && subscription_id === null && <SeatsFact seats={seats} purchase="order" id={id} />}
        {external_id && (
          <Fact name={sales.externalId}>
            <code>{external_id}</code>
          </Fact>
        )}
        {external_source && <Fact name={words.source}>{external_source}</Fact>}
      </dl>
    </Card>
  );
}
