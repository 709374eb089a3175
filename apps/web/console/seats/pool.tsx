import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Armchair, MailPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { Fact } from '../../ui/display.tsx';
import { live } from '../../ui/live.ts';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { Pager } from '../../ui/table.tsx';
import { BackLink } from '../back-link.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { Person } from '../customers/person.tsx';
import { ChangeSeatsDialog } from '../subscriptions/change-dialogs.tsx';
import { useChanged } from '../subscriptions/subscription-actions.tsx';
import { statusOf, type Subscription } from '../subscriptions/subscription-state.tsx';
import { useWords } from '../words/index.ts';
import { purchaseIn, type PurchaseKind } from './filters.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { purchaseQuery } from './purchase-query.ts';
import { ReleaseButton } from './release-button.tsx';
import { SeatTable } from './seat-table.tsx';

const PER_PAGE = 50;
const route = getRouteApi('/$slug/seats/$purchase/$id');

/** What was bought; a subscription can get another number of seats. */
interface Bought {
  readonly product: string;
  readonly customer: { readonly id: string; readonly name: string | null; readonly email: string | null };
  readonly subscription: Subscription | null;
}

async function readPurchase(kind: PurchaseKind, id: string): Promise<Bought> {
  const params = { path: { id } };
  if (kind === 'order') {
    const { description, product, recipient, customer } = await answer(api.GET('/v1/orders/{id}', { params }));
    return { product: product?.name ?? description, customer: recipient ?? customer, subscription: null };
  }
  const subscription = await answer(api.GET('/v1/subscriptions/{id}', { params }));
  const { product, recipient, customer } = subscription;
  return { product: product.name, customer: recipient ?? customer, subscription };
}

export function PoolPage(): ReactNode {
  const { pool: words } = useWords();
  const { id, purchase } = route.useParams();
  const kind = purchaseIn(purchase);
  const bought = useQuery({
    queryKey: ['seats', 'purchase', kind, id],
    queryFn: () => readPurchase(kind, id),
  });
  return (
    <>
      <BackLink to="/$slug/seats">{words.back}</BackLink>
      <Loaded of={bought} waiting={<SkeletonCards count={3} />}>
        {(found) => <Pool kind={kind} id={id} bought={found} />}
      </Loaded>
    </>
  );
}

function Pool({
  kind,
  id,
  bought: { product, customer, subscription },
}: {
  readonly kind: PurchaseKind;
  readonly id: string;
  readonly bought: Bought;
}): ReactNode {
  const { pool: words, seats: list, sales, subscription: subscriptionWords } = useWords();
  const { number } = useFormats();
  const { slug } = useOrganization();
  const mayAssign = useMay('customer_seats:write');
  const mayChange = useMay('subscriptions:write') && subscription !== null && statusOf(subscription) !== 'canceled';
  const changed = useChanged();
  const [page, setPage] = useState(1);
  const [asked, setAsked] = useState<'invite' | 'change' | null>(null);
  const seats = useQuery({
    queryKey: ['seats', 'of', id, page],
    ...live(),
    placeholderData: keepPreviousData,
    queryFn: () =>
      answer(api.GET('/v1/customer-seats', { params: { query: { ...purchaseQuery(kind, id), page, limit: PER_PAGE } } })),
  });
  const free = seats.data?.available_seats ?? 0;
  const used = (seats.data?.total_seats ?? 0) - free;
  const close = (): void => setAsked(null);
  return (
    <>
      <header className="page-head">
        <div>
          <h1>{words.seatsOf(product)}</h1>
          {seats.data && <p>{list.usedOf(number(used), number(seats.data.total_seats))}</p>}
        </div>
        <div className="end">
          {mayAssign && <ReleaseButton kind={kind} id={id} />}
          {mayChange && (
            <Button icon={Armchair} onPress={() => setAsked('change')}>
              {subscriptionWords.changeSeats}
            </Button>
          )}
          {mayAssign && (
            <Button look="primary" icon={MailPlus} isDisabled={free <= 0} onPress={() => setAsked('invite')}>
              {words.invite}
            </Button>
          )}
        </div>
      </header>
      <div className="halves">
        <Loaded of={seats} waiting={<SkeletonCards count={1} height={320} />}>
          {(found) => (
            <Card flush title={list.title}>
              {found.seats.length === 0 && page === 1 ? (
                <p className="card-body faint">{words.noSeats}</p>
              ) : (
                <SeatTable seats={found.seats} />
              )}
              {(page > 1 || found.seats.length === PER_PAGE) && (
                <Pager
                  summary={list.usedOf(number(used), number(found.total_seats))}
                  page={page}
                  pages={found.seats.length === PER_PAGE ? page + 1 : page}
                  onPage={setPage}
                />
              )}
            </Card>
          )}
        </Loaded>
        <div className="stack">
          <Card title={sales.customer}>
            <Person {...customer} />
          </Card>
          <Card title={words.details}>
            <dl className="facts lines">
              <Fact name={words.total}>{seats.data && number(seats.data.total_seats)}</Fact>
              <Fact name={list.used}>{seats.data && number(used)}</Fact>
              <Fact name={list.available}>{seats.data && number(free)}</Fact>
              <Fact name={words.purchase}>
                {kind === 'order' ? (
                  <Link to="/$slug/orders/$id" params={{ slug, id }}>
                    {list.purchases.order}
                  </Link>
                ) : (
                  <Link to="/$slug/subscriptions/$id" params={{ slug, id }}>
                    {list.purchases.subscription}
                  </Link>
                )}
              </Fact>
            </dl>
          </Card>
        </div>
      </div>
      {asked === 'invite' && <InviteDialog product={product} purchase={purchaseQuery(kind, id)} free={free} onClose={close} />}
      {asked === 'change' && <ChangeSeatsDialog subscription={subscription!} onClose={close} onChanged={changed} />}
    </>
  );
}
