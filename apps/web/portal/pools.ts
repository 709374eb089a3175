import { queryOptions, useQuery } from '@tanstack/react-query';
import { answer, type Schema } from '../api/client.ts';
import type { Reading } from '../ui/surfaces.tsx';
import { api } from './context.ts';

export type Seat = Schema<'CustomerSeat'>;
export type Member = Schema<'CustomerPortalMember'>;
export type Purchase = { readonly subscription_id: string } | { readonly order_id: string };

/** Everything that was bought with seats. */
export interface Pool {
  readonly name: string;
  readonly purchase: Purchase;
}

export const addressOf = ({ email, member, customer_email }: Seat): string => member?.email ?? email ?? customer_email ?? '–';

/** Whoever is invited to a seat is a member already, unless the seat is of a customer's own. */
export const isOf = (seat: Seat, { id, email }: Member): boolean =>
  seat.member_id === null ? addressOf(seat) === email : seat.member_id === id;

export const seatsQuery = (purchase: Purchase) =>
  queryOptions({
    queryKey: ['seats', purchase],
    queryFn: () => answer(api.GET('/v1/customer-portal/seats', { params: { query: { ...purchase, limit: 100 } } })),
  });

export function usePools(isWanted: boolean): Reading<readonly Pool[]> {
  const subscriptions = useQuery({
    queryKey: ['subscriptions'],
    queryFn: () => answer(api.GET('/v1/customer-portal/subscriptions/', { params: { query: { limit: 100 } } })),
    enabled: isWanted,
  });
  const orders = useQuery({
    queryKey: ['orders', 'with-seats'],
    queryFn: () =>
      answer(api.GET('/v1/customer-portal/orders/', { params: { query: { limit: 100, product_billing_type: ['one_time'] } } })),
    enabled: isWanted,
  });
  const running = (subscriptions.data?.items ?? [])
    .filter(({ seats, ended_at }) => seats !== null && ended_at === null)
    .map(({ id, product }) => ({ name: product.name, purchase: { subscription_id: id } }));
  const bought = (orders.data?.items ?? [])
    .filter(({ seats, subscription_id }) => seats !== null && subscription_id === null)
    .map(({ id, product, description }) => ({ name: product?.name ?? description, purchase: { order_id: id } }));
  return {
    data: subscriptions.data && orders.data && [...running, ...bought],
    error: subscriptions.error ?? orders.error,
    refetch: () => Promise.all([subscriptions.refetch(), orders.refetch()]),
  };
}
