import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Avatar, Day, Fact, Status } from '../../ui/display.tsx';
import { live } from '../../ui/live.ts';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { Table } from '../../ui/table.tsx';
import { BackLink } from '../back-link.tsx';
import { api, useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';
import { OrdersOf } from '../orders/orders-of.tsx';
import { CustomerTimeline } from '../history/timelines.tsx';
import { BillingAddress } from '../sales/billing-address.tsx';
import { SubscriptionsOf } from '../subscriptions/subscriptions-of.tsx';
import { AliasesCard } from './aliases-card.tsx';
import { Belonging } from './belonging.tsx';
import { benefitsOfQuery } from './benefits-of.ts';
import { CustomerActions } from './customer-actions.tsx';
import { KeysOf } from './keys-of.tsx';
import { MembersCard } from './members-card.tsx';

const CreditsOf = lazy(() => import('./credits-of.tsx'));
const MailsCard = lazy(() => import('./mails-card.tsx'));
const NotesCard = lazy(() => import('../notes/notes-card.tsx'));
const TagsCard = lazy(() => import('../tags/tags-card.tsx'));

const route = getRouteApi('/$slug/customers/$id');
type State = Schema<'CustomerState'>;

export function CustomerPage(): ReactNode {
  const words = useWords();
  const { customer: customerWords } = words;
  const { id } = route.useParams();
  const { scopes } = useOrganization();
  const state = useQuery({
    queryKey: ['customers', 'state', id],
    ...live(),
    queryFn: () => answer(api.GET('/v1/customers/{id}/state', { params: { path: { id } } })),
  });
  return (
    <>
      <BackLink to="/$slug/customers">{customerWords.back}</BackLink>
      <Loaded of={state} waiting={<SkeletonCards count={3} />}>
        {(customer) => (
          <>
            <header className="page-head">
              <div className="person large">
                <Avatar name={customer.name ?? customer.email ?? '?'} />
                <div>
                  <h1>{customer.name ?? customer.email ?? customerWords.unnamed}</h1>
                  {customer.email && <p>{customer.email}</p>}
                </div>
              </div>
              <CustomerActions customer={customer} />
            </header>
            <div className="halves">
              <div className="stack">
                <KeysOf customer={id} />
                {scopes.includes('subscriptions:read') && <SubscriptionsOf customer={id} />}
                {scopes.includes('orders:read') && (
                  <OrdersOf
                    title={words.orders.title}
                    none={customerWords.noOrders}
                    all={customerWords.allOrders}
                    search={{ customer: id }}
                  />
                )}
                {customer.type === 'team' && scopes.includes('members:read') && <MembersCard customer={id} />}
                <AliasesCard customer={id} />
                <Usage state={customer} />
                <Suspense>
                  <MailsCard customer={id} />
                </Suspense>
                <CustomerTimeline id={id} about={(resource) => <Belonging customer={customer} resource={resource} />} />
              </div>
              <div className="stack">
                <Details state={customer} />
                <Suspense>
                  <TagsCard kind="customer" id={id} />
                </Suspense>
                {scopes.includes('notes:read') && (
                  <Suspense>
                    <NotesCard subject={{ customer_id: id }} />
                  </Suspense>
                )}
                <Card title={customerWords.billing}>
                  <BillingAddress
                    name={customer.billing_name}
                    address={customer.billing_address}
                    none={customerWords.noBilling}
                  />
                </Card>
                <Benefits state={customer} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}

function Usage({ state: { active_meters } }: { readonly state: State }): ReactNode {
  const { customer: words } = useWords();
  const { number } = useFormats();
  const { organization_id } = useOrganization();
  const meters = useQuery({
    queryKey: ['meters', organization_id],
    queryFn: () => answer(api.GET('/v1/meters/', { params: { query: { organization_id: [organization_id], limit: 100 } } })),
  }).data?.items;
  const nameOf = (id: string): string => meters?.find((meter) => meter.id === id)?.name ?? '…';
  return (
    <>
      <Card flush title={words.usage}>
        {active_meters.length === 0 ? (
          <p className="card-body faint">{words.noUsage}</p>
        ) : (
          <Table
            label={words.usage}
            rows={active_meters}
            rowId={({ id }) => id}
            columns={[
              { id: 'meter', title: words.meter, cell: ({ meter_id }) => nameOf(meter_id) },
              { id: 'consumed', title: words.consumed, isNumber: true, cell: ({ consumed_units }) => number(consumed_units) },
              { id: 'balance', title: words.balance, isNumber: true, cell: ({ balance }) => number(balance) },
            ]}
          />
        )}
      </Card>
      <Suspense>
        <CreditsOf meters={active_meters} nameOf={nameOf} />
      </Suspense>
    </>
  );
}

function Details({ state }: { readonly state: State }): ReactNode {
  const { customer: words, customers, sales } = useWords();
  const { slug, scopes } = useOrganization();
  return (
    <Card title={words.details}>
      <dl className="facts lines">
        {state.email && (
          <Fact name={words.email}>
            <Status tone={state.email_verified ? 'good' : 'idle'}>
              {state.email_verified ? words.verified : words.notVerified}
            </Status>
          </Fact>
        )}
        <Fact name={words.since}>
          <Day at={state.created_at} />
        </Fact>
        <Fact name={words.type}>{words.types[state.type]}</Fact>
        {state.tax_id && (
          <Fact name={words.taxId}>
            <code>{String(state.tax_id[0])}</code>
          </Fact>
        )}
        {scopes.includes('customer_seats:read') && (
          <Fact name={sales.seats}>
            <Link to="/$slug/seats" params={{ slug }} search={{ customer: state.id }}>
              {words.showSeats}
            </Link>
          </Fact>
        )}
        {state.external_id && (
          <Fact name={customers.externalId}>
            <code>{state.external_id}</code>
          </Fact>
        )}
      </dl>
    </Card>
  );
}

function Benefits({ state: { granted_benefits } }: { readonly state: State }): ReactNode {
  const { customer: words } = useWords();
  const { organization_id, scopes } = useOrganization();
  const benefits = useQuery(benefitsOfQuery(organization_id, granted_benefits, scopes)).data?.items;
  const nameOf = (id: string): string => benefits?.find((each) => each.id === id)?.description ?? '…';
  return (
    <Card title={words.benefits}>
      {granted_benefits.length === 0 ? (
        <p className="faint">{words.noBenefits}</p>
      ) : (
        <dl className="facts lines">
          {granted_benefits.map(({ id, benefit_id, granted_at }) => (
            <Fact key={id} name={nameOf(benefit_id)}>
              <Day at={granted_at} />
            </Fact>
          ))}
        </dl>
      )}
    </Card>
  );
}
