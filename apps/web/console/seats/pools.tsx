import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Armchair } from 'lucide-react';
import type { ReactNode } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Bar, Day } from '../../ui/display.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { live } from '../../ui/live.ts';
import { Card, Loaded, PageHead, SkeletonCards } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { api, useOrganization } from '../context.ts';
import { byCursor, ExportRows } from '../export-rows.tsx';
import { ListFilters } from '../saved-views/saved-views.tsx';
import { useListAddress } from '../list-address.ts';
import { Person } from '../customers/person.tsx';
import { ChoiceFilter } from '../sales/choice-filter.tsx';
import { TextFilter } from '../sales/text-filter.tsx';
import { FURTHER_ROWS, MoreRows, NoRows } from '../paged-card.tsx';
import { useWords } from '../words/index.ts';
import { POOL_SORTS } from './filters.ts';

const PER_PAGE = 25;
type Pool = Schema<'SeatPool'>;

export function PoolsPage(): ReactNode {
  const { seats: words, sales } = useWords();
  const { number } = useFormats();
  const { search, isFiltered, change, clear } = useListAddress('/$slug/seats');
  const { organization_id: id } = useOrganization();
  const { customer, query, purchase, sort = '-created_at' } = search;
  const read = (cursor: string | undefined, limit: number) => {
    const customers = customer ? [customer] : undefined;
    const filter = { organization_id: [id], customer_id: customers, query: customers ? undefined : query, purchase };
    return answer(api.GET('/v1/seat-pools/', { params: { query: { ...filter, sorting: [sort], cursor, limit } } }));
  };
  const list = useInfiniteQuery({
    queryKey: ['seats', 'pools', id, search],
    ...live(),
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) => read(cursor, cursor ? FURTHER_ROWS : PER_PAGE),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
  const total = list.data?.pages[0]?.total;
  return (
    <>
      <PageHead title={words.title} text={total && words.total(number(total.count), total.is_exact)}>
        <ExportRows file="seats" read={byCursor(read)} />
      </PageHead>
      <ListFilters list="seat_pools">
        <ChoiceFilter
          label={words.purchase}
          all={words.everyPurchase}
          words={words.purchases}
          value={purchase}
          onChange={(chosen) => change({ purchase: chosen })}
        />
        <SelectInput
          bare
          label={sales.sort}
          value={sort}
          choices={POOL_SORTS.map((each) => ({ id: each, label: words.sorts[each] }))}
          onChange={(chosen) => change({ sort: chosen })}
        />
        <TextFilter search={search} words={words} onChange={change} />
      </ListFilters>
      <Loaded of={list} waiting={<SkeletonCards count={1} height={480} />}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items);
          return (
            <Card flush>
              {rows.length > 0 ? (
                <PoolTable rows={rows} />
              ) : (
                <NoRows
                  icon={Armchair}
                  words={words}
                  isFiltered={isFiltered}
                  noMatchText={sales.noMatchText}
                  clear={sales.clear}
                  onClear={clear}
                />
              )}
              <MoreRows of={list} shown={rows.length} more={words.more} />
            </Card>
          );
        }}
      </Loaded>
    </>
  );
}

function PoolTable({ rows }: { readonly rows: readonly Pool[] }): ReactNode {
  const { seats: words, sales } = useWords();
  const { number } = useFormats();
  const { slug } = useOrganization();
  const columns: readonly Column<Pool>[] = [
    {
      id: 'product',
      title: sales.product,
      cell: ({ subscription_id: subscription, order_id: order, product }) => (
        <Link
          to="/$slug/seats/$purchase/$id"
          params={{ slug, purchase: subscription ? 'subscription' : 'order', id: (subscription ?? order)! }}
        >
          {product.name}
        </Link>
      ),
    },
    { id: 'customer', title: sales.customer, cell: ({ customer }) => <Person {...customer} /> },
    {
      id: 'purchase',
      title: words.purchase,
      cell: ({ subscription_id }) => words.purchases[subscription_id ? 'subscription' : 'order'],
    },
    {
      id: 'used',
      title: words.used,
      cell: ({ assigned_seats: used, total_seats: total }) => (
        <div>
          <span className="small">{words.usedOf(number(used), number(total))}</span>
          <Bar value={used} limit={total} label={words.used} />
        </div>
      ),
    },
    {
      id: 'pending',
      title: words.pending,
      isNumber: true,
      cell: ({ pending_seats: { count, is_exact } }) => (is_exact ? number(count) : words.atLeast(number(count))),
    },
    { id: 'available', title: words.available, isNumber: true, cell: ({ available_seats }) => number(available_seats) },
    { id: 'since', title: words.since, cell: ({ created_at }) => <Day at={created_at} /> },
  ];
  return <Table label={words.title} columns={columns} rows={rows} rowId={({ id }) => id} />;
}
