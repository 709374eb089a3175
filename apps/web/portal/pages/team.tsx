import { useQuery } from '@tanstack/react-query';
import { UserRound, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { Card, Empty, Loaded, PageHead } from '../../ui/surfaces.tsx';
import { api, customerQuery, userQuery } from '../context.ts';
import { Members } from '../members.tsx';
import { SeatsCard } from '../seats-card.tsx';
import { useWords } from '../words/index.ts';

export function TeamPage(): ReactNode {
  const words = useWords().team;
  const customer = useQuery(customerQuery).data;
  const user = useQuery(userQuery);
  const isTeam = customer?.type === 'team';
  const mayLead = user.data?.role !== 'member';
  return (
    <>
      <PageHead title={words.title} text={words.text} />
      {!isTeam ? (
        <Card>
          <Empty icon={UserRound} title={words.individual} text={words.individualText} />
        </Card>
      ) : mayLead ? (
        <div className="stack">
          <Members me={user.data?.member_id ?? null} />
          <Seats />
        </div>
      ) : (
        <Card>
          <Empty icon={UsersRound} title={words.notAllowed} />
        </Card>
      )}
    </>
  );
}

/** The seats of everything that was bought with seats. */
function Seats(): ReactNode {
  const words = useWords().team;
  const subscriptions = useQuery({
    queryKey: ['subscriptions'],
    queryFn: () => answer(api.GET('/v1/customer-portal/subscriptions/', { params: { query: { limit: 100 } } })),
  });
  const orders = useQuery({
    queryKey: ['orders', 'with-seats'],
    queryFn: () =>
      answer(api.GET('/v1/customer-portal/orders/', { params: { query: { limit: 100, product_billing_type: ['one_time'] } } })),
  });
  return (
    <Loaded of={subscriptions}>
      {({ items }) => {
        const running = items
          .filter(({ seats, ended_at }) => seats !== null && ended_at === null)
          .map(({ id, product }) => ({ subscription_id: id, name: product.name }));
        const bought = (orders.data?.items ?? [])
          .filter(({ seats, subscription_id }) => seats !== null && subscription_id === null)
          .map(({ id, product, description }) => ({ order_id: id, name: product?.name ?? description }));
        const pools = [...running, ...bought];
        return pools.length === 0 ? (
          <Card title={words.noSeats}>
            <p className="faint">{words.noSeatsText}</p>
          </Card>
        ) : (
          pools.map(({ name, ...purchase }) => <SeatsCard key={JSON.stringify(purchase)} product={name} purchase={purchase} />)
        );
      }}
    </Loaded>
  );
}
