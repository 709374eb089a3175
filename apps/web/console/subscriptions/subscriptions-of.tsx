import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { api, useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';
import { SubscriptionTable } from './subscription-table.tsx';

const FEW = 10;

/** The newest subscriptions of a customer, with the way to all of them. */
export function SubscriptionsOf({ customer }: { readonly customer: string }): ReactNode {
  const { customer: words } = useWords();
  const { slug, organization_id } = useOrganization();
  const subscriptions = useQuery({
    queryKey: ['subscriptions', 'of', customer],
    queryFn: () => {
      const query = { organization_id: [organization_id], customer_id: [customer], limit: FEW };
      return answer(api.GET('/v1/subscriptions/', { params: { query } }));
    },
  });
  const all = (
    <Link to="/$slug/subscriptions" params={{ slug }} search={{ customer }}>
      {words.allSubscriptions}
    </Link>
  );
  return (
    <Loaded of={subscriptions} waiting={<SkeletonCards count={1} />}>
      {({ items, pagination }) => (
        <Card flush title={words.subscriptions} end={pagination.total_count > FEW && all}>
          {items.length === 0 ? (
            <p className="card-body faint">{words.noSubscriptions}</p>
          ) : (
            <SubscriptionTable rows={items} isOfOne />
          )}
        </Card>
      )}
    </Loaded>
  );
}
