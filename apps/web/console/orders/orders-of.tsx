import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { live } from '../../ui/live.ts';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { api, useOrganization } from '../context.ts';
import { OrderTable } from './order-table.tsx';

const FEW = 10;

interface Which {
  readonly subscription?: string;
  readonly customer?: string;
}

export const ordersOfQuery = (organizationId: string, { subscription, customer }: Which) =>
  queryOptions({
    queryKey: ['orders', 'of', subscription, customer],
    ...live(),
    queryFn: () => {
      const query = {
        organization_id: [organizationId],
        subscription_id: subscription ? [subscription] : undefined,
        customer_id: customer ? [customer] : undefined,
        limit: FEW,
      };
      return answer(api.GET('/v1/orders/', { params: { query } }));
    },
  });

/** The newest orders of a subscription or a customer, with the way to all of them. */
export function OrdersOf({
  title,
  none,
  all,
  search,
}: {
  readonly title: string;
  readonly none: string;
  readonly all: string;
  readonly search: Which;
}): ReactNode {
  const { slug, organization_id } = useOrganization();
  const orders = useQuery(ordersOfQuery(organization_id, search));
  const more = (
    <Link to="/$slug/orders" params={{ slug }} search={search}>
      {all}
    </Link>
  );
  return (
    <Loaded of={orders} waiting={<SkeletonCards count={1} />}>
      {({ items, pagination }) => (
        <Card flush title={title} end={pagination.total_count > FEW && more}>
          {items.length === 0 ? <p className="card-body faint">{none}</p> : <OrderTable rows={items} isOfOne />}
        </Card>
      )}
    </Loaded>
  );
}
