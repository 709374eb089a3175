import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Ago } from '../../ui/display.tsx';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { type Column, Pager, Table } from '../../ui/table.tsx';
import { api } from '../context.ts';
import { byPages, ExportRows } from '../export-rows.tsx';
import { useListAddress } from '../list-address.ts';
import { Person } from '../customers/person.tsx';
import { sortHead } from '../sort-head.tsx';
import { useWords } from '../words/index.ts';
import { customerSortIn } from './filters.ts';

const PER_PAGE = 25;
type CustomerMeter = Schema<'CustomerMeter'>;

/** The use, credits and balances of customers. */
export function MeterCustomers({ meterId }: { readonly meterId: string }): ReactNode {
  const { meter: words } = useWords();
  const { number } = useFormats();
  const { search, page, change, toPage } = useListAddress('/$slug/meters/$id');
  const { sort = '-consumed_units' } = search;
  const read = (from: number, limit: number) => {
    const query = { meter_id: [meterId], sorting: [sort], page: from, limit };
    return answer(api.GET('/v1/customer-meters/', { params: { query } }));
  };
  const list = useQuery({
    queryKey: ['meters', 'customers', meterId, sort, page],
    placeholderData: keepPreviousData,
    queryFn: () => read(page, PER_PAGE),
  });
  const onSort = (chosen: string): void => change({ sort: customerSortIn(chosen) });
  const units = (field: 'consumed_units' | 'credited_units' | 'balance', title: string): Column<CustomerMeter> => ({
    id: field,
    title,
    isNumber: true,
    cell: (row) => number(row[field]),
    ...sortHead({ title, field, sort, first: `-${field}`, onSort }),
  });
  const columns: readonly Column<CustomerMeter>[] = [
    {
      id: 'customer',
      title: words.customer,
      cell: ({ customer: { id, name, email } }) => <Person id={id} name={name} email={email ?? null} />,
      ...sortHead({ title: words.customer, field: 'customer_name', sort, first: 'customer_name', onSort }),
    },
    units('consumed_units', words.consumed),
    units('credited_units', words.credited),
    units('balance', words.balance),
    {
      id: 'changed',
      title: words.changed,
      cell: ({ modified_at, created_at }) => <Ago at={modified_at ?? created_at} />,
      ...sortHead({ title: words.changed, field: 'modified_at', sort, first: '-modified_at', onSort }),
    },
  ];
  return (
    <Loaded of={list} waiting={<SkeletonCards count={1} height={320} />}>
      {({ items, pagination }) => (
        <Card flush title={words.customers} end={<ExportRows small file="customers-of-meter" read={byPages(read)} />}>
          {items.length === 0 ? (
            <p className="card-body faint">{words.noCustomers}</p>
          ) : (
            <Table label={words.customers} columns={columns} rows={items} rowId={({ id }) => id} />
          )}
          <Pager
            summary={words.customersTotal(number(pagination.total_count))}
            page={page}
            pages={pagination.max_page}
            onPage={toPage}
          />
        </Card>
      )}
    </Loaded>
  );
}
