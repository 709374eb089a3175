import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormats } from '../../i18n/languages.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useOrganization } from '../context.ts';
import { Person } from '../customers/person.tsx';
import { useWords } from '../words/index.ts';
import { type Subscription, SubscriptionStatusBadge, useNext, usePriceText } from './subscription-state.tsx';

/** `isOfOne`: all of them belong to one customer, whose page it is. */
export function SubscriptionTable({
  rows,
  isOfOne,
}: {
  readonly rows: readonly Subscription[];
  readonly isOfOne?: boolean;
}): ReactNode {
  const { subscriptions: words, sales } = useWords();
  const { number } = useFormats();
  const { slug } = useOrganization();
  const [next, price] = [useNext(), usePriceText()];
  const columns: readonly Column<Subscription>[] = [
    {
      id: 'product',
      title: sales.product,
      cell: ({ id, product }) => (
        <Link to="/$slug/subscriptions/$id" params={{ slug, id }}>
          {product.name}
        </Link>
      ),
    },
    {
      id: 'customer',
      title: sales.customer,
      cell: ({ customer: { id, name, email } }) => <Person id={id} name={name} email={email} />,
    },
    { id: 'status', title: sales.status, cell: (row) => <SubscriptionStatusBadge status={row.status} /> },
    { id: 'price', title: sales.price, isNumber: true, cell: price },
    { id: 'seats', title: sales.seats, isNumber: true, cell: ({ seats }) => (seats === null ? '–' : number(seats)) },
    { id: 'next', title: words.next, cell: next },
  ];
  const shown = isOfOne ? columns.filter(({ id }) => id !== 'customer' && id !== 'seats') : columns;
  return <Table label={words.title} columns={shown} rows={rows} rowId={({ id }) => id} />;
}
