import { useQuery } from '@tanstack/react-query';
import { Repeat } from 'lucide-react';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { Card, Empty, Loaded, PageHead } from '../../ui/surfaces.tsx';
import { api } from '../context.ts';
import { Orders } from '../orders.tsx';
import { SubscriptionCard } from '../subscription-card.tsx';
import { useWords } from '../words/index.ts';

export function PurchasesPage(): ReactNode {
  const words = useWords().purchases;
  const subscriptions = useQuery({
    queryKey: ['subscriptions'],
    queryFn: () => answer(api.GET('/v1/customer-portal/subscriptions/', { params: { query: { limit: 100 } } })),
  });
  return (
    <>
      <PageHead title={words.title} text={words.text} />
      <div className="stack">
        <Loaded of={subscriptions}>
          {({ items }) =>
            items.length === 0 ? (
              <Card title={words.subscriptions}>
                <Empty icon={Repeat} title={words.noSubscriptions} />
              </Card>
            ) : (
              items.map((each) => <SubscriptionCard key={each.id} subscription={each} />)
            )
          }
        </Loaded>
        <Orders />
      </div>
    </>
  );
}
