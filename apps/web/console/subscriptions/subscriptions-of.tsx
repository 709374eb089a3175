import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { live } from '../../ui/live.ts';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { api, useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';
import { SubscriptionTable } from './subscription-table.tsx';

const FEW = 10;

export const subscriptionsOfQuery = (organizationId: string, customer: string) =>
  queryOptions({
    queryKey: ['subscriptions', 'of', customer],
    ...live(),
    queryFn: () => {
      const query = { organization_id: [organizationId], customer_id: [customer], limit: FEW };
      return answer(api.GET('/v1/subscriptions/', { params: { query } }));
    },
  });

/** The newest subscriptions of a customer, with the way to all of them. */
export function SubscriptionsOf({ customer }: { readonly customer: string }): ReactNode {
  const { customer: words } = useWords();
  const { slug, organization_id } = useOrganization();
  const subscriptions = useQuery(subscriptionsOfQuery(organization_id, customer));
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
