import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import type { Schema } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Day, Status, type Tone } from '../../ui/display.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useOrganization } from '../context.ts';
import { Person } from '../customers/person.tsx';
import { useWords } from '../words/index.ts';
import { ORDER_STATUSES, type OrderStatus } from './filters.ts';

const DisputedBadge = lazy(async () => ({ default: (await import('../disputes/of-order.tsx')).DisputedBadge }));

const TagsOfRow = lazy(async () => ({ default: (await import('../tags/row-tags.tsx')).TagsOfRow }));

export type Order = Schema<'Order'>;

const TONES = {
  paid: 'good',
  pending: 'warn',
  partially_refunded: 'warn',
  refunded: 'idle',
  void: 'idle',
} as const satisfies Record<OrderStatus, Tone>;

export function OrderStatusBadge({ status }: Pick<Order, 'status'>): ReactNode {
  const { orders: words } = useWords();
  const shown = ORDER_STATUSES.find((each) => each === status) ?? 'pending';
  return <Status tone={TONES[shown]}>{words.status[shown]}</Status>;
}

/** `isOfOne`: all of them belong to one customer, whose page it is. */
export function OrderTable({ rows, isOfOne }: { readonly rows: readonly Order[]; readonly isOfOne?: boolean }): ReactNode {
  const { orders: words, sales } = useWords();
  const { money } = useFormats();
  const { slug, scopes } = useOrganization();
  const ids = rows.map(({ id }) => id);
  const columns: readonly Column<Order>[] = [
    {
      id: 'order',
      title: words.order,
      cell: ({ id, description }) => (
        <>
          <Link to="/$slug/orders/$id" params={{ slug, id }}>
            {description}
          </Link>
          <Suspense>
            <TagsOfRow kind="order" id={id} among={ids} />
          </Suspense>
        </>
      ),
    },
    {
      id: 'customer',
      title: sales.customer,
      cell: ({ customer: { id, name, email } }) => <Person id={id} name={name} email={email} />,
    },
    {
      id: 'status',
      title: sales.status,
      cell: ({ id, status }) => (
        <span className="row">
          <OrderStatusBadge status={status} />
          {!isOfOne && scopes.includes('disputes:read') && (
            <Suspense>
              <DisputedBadge order={id} among={ids} />
            </Suspense>
          )}
        </span>
      ),
    },
    { id: 'reason', title: words.reason, cell: ({ billing_reason }) => words.reasons[billing_reason] },
    {
      id: 'total',
      title: words.sum,
      isNumber: true,
      cell: ({ total_amount, currency }) => money(total_amount, currency),
    },
    { id: 'bought', title: words.bought, cell: ({ purchased_at }) => <Day at={purchased_at} /> },
  ];
  const shown = isOfOne ? columns.filter(({ id }) => id !== 'customer') : columns;
  return <Table label={words.title} columns={shown} rows={rows} rowId={({ id }) => id} />;
}
