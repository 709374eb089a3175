import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../api/client.ts';
import { useFormats } from '../i18n/languages.tsx';
import { Day, Status, type Tone } from '../ui/display.tsx';
import { Card, Empty, Loaded } from '../ui/surfaces.tsx';
import { type Column, Pager, Table } from '../ui/table.tsx';
import { api, userQuery } from './context.ts';
import { OrderDocuments } from './order-documents.tsx';
import { useWords } from './words/index.ts';

type Order = Schema<'CustomerOrder'>;

const PER_PAGE = 20;
const TONES: Record<Order['status'], Tone> = {
  draft: 'idle',
  pending: 'warn',
  paid: 'good',
  refunded: 'idle',
  partially_refunded: 'idle',
  void: 'bad',
};

export function Orders(): ReactNode {
  const words = useWords().purchases;
  const { money, number } = useFormats();
  const [page, setPage] = useState(1);
  const user = useQuery(userQuery);
  const isMember = user.data?.role === 'member';
  const orders = useQuery({
    queryKey: ['orders', page],
    queryFn: () => answer(api.GET('/v1/customer-portal/orders/', { params: { query: { page, limit: PER_PAGE } } })),
    placeholderData: keepPreviousData,
    // Plain members of a team see no orders.
    enabled: !user.isPending && !isMember,
  });
  if (isMember) return null;
  const columns: readonly Column<Order>[] = [
    { id: 'order', title: words.order, cell: ({ product, description }) => <bdi>{product?.name ?? description}</bdi> },
    { id: 'date', title: words.date, cell: ({ purchased_at, created_at }) => <Day at={purchased_at ?? created_at} /> },
    { id: 'state', title: words.state, cell: ({ status }) => <Status tone={TONES[status]}>{words.orderStatus[status]}</Status> },
    { id: 'amount', title: words.amount, isNumber: true, cell: ({ total_amount, currency }) => money(total_amount, currency) },
    { id: 'documents', title: words.documents, isTitleHidden: true, cell: (order) => <OrderDocuments order={order} /> },
  ];
  return (
    <Loaded of={orders}>
      {({ items, pagination }) => (
        <Card title={words.orders} flush>
          {items.length === 0 ? (
            <Empty icon={ReceiptText} title={words.noOrders} text={words.noOrdersText} />
          ) : (
            <>
              <Table label={words.orders} columns={columns} rows={items} rowId={({ id }) => id} />
              {pagination.max_page > 1 && (
                <Pager summary={number(pagination.total_count)} page={page} pages={pagination.max_page} onPage={setPage} />
              )}
            </>
          )}
        </Card>
      )}
    </Loaded>
  );
}
