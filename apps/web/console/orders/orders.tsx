import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Receipt } from 'lucide-react';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { live } from '../../ui/live.ts';
import { PageHead } from '../../ui/surfaces.tsx';
import { api, useOrganization } from '../context.ts';
import { ExportLink } from '../export-link.tsx';
import { useListAddress } from '../list-address.ts';
import { RecordSaleLink } from '../sales/record-sale-link.tsx';
import { NoRows, PagedCard } from '../paged-card.tsx';
import { useWords } from '../words/index.ts';
import { orderFilter, type OrdersSearch } from './filters.ts';
import { OrderFilters } from './order-filters.tsx';
import { OrderTable } from './order-table.tsx';

const PER_PAGE = 25;

/** A page of the orders that the address asks for. */
function readPage(organizationId: string, search: OrdersSearch, timeZone: string) {
  const { sort = '-purchased_at', page = 1 } = search;
  const query = {
    ...orderFilter(search, timeZone),
    organization_id: [organizationId],
    sorting: [sort],
    page,
    limit: PER_PAGE,
  };
  return answer(api.GET('/v1/orders/', { params: { query } }));
}

export function OrdersPage(): ReactNode {
  const { orders: words, sales } = useWords();
  const { number } = useFormats();
  const { search, page, isFiltered, change, clear, toPage } = useListAddress('/$slug/orders');
  const { organization_id: id, time_zone: timeZone } = useOrganization();
  const list = useQuery({
    queryKey: ['orders', id, search, timeZone],
    ...live(),
    placeholderData: keepPreviousData,
    queryFn: () => readPage(id, search, timeZone),
  });
  const total = list.data?.pagination.total_count;
  return (
    <>
      <PageHead title={words.title} text={total !== undefined && words.total(number(total))}>
        <ExportLink
          path="orders/export"
          file="orders"
          parameters={{ organization_id: id, timezone: timeZone, ...orderFilter(search, timeZone) }}
        />
        <RecordSaleLink />
      </PageHead>
      <OrderFilters search={search} onChange={change} />
      <PagedCard
        of={list}
        none={
          <NoRows
            icon={Receipt}
            words={words}
            isFiltered={isFiltered}
            noMatchText={sales.noMatchText}
            clear={sales.clear}
            onClear={clear}
          />
        }
        total={words.total}
        page={page}
        onPage={toPage}
      >
        {(items) => <OrderTable rows={items} />}
      </PagedCard>
    </>
  );
}
