import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { Ago } from '../../ui/display.tsx';
import { Card, Empty, Loaded, PageHead, SkeletonCards } from '../../ui/surfaces.tsx';
import { type Column, Pager, Table } from '../../ui/table.tsx';
import { api, useOrganization } from '../context.ts';
import { SearchInput } from '../key-filters.tsx';
import { Person } from '../person.tsx';
import { useWords } from '../words/index.ts';

const PER_PAGE = 25;
const route = getRouteApi('/$slug/customers');
type Customer = Schema<'ListResourceCustomer'>['items'][number];

export function CustomersPage(): ReactNode {
  const { customers: words } = useWords();
  const { number } = useFormats();
  const { query, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const { organization_id: id } = useOrganization();
  const list = useQuery({
    queryKey: ['customers', id, query, page],
    placeholderData: keepPreviousData,
    queryFn: () =>
      answer(
        api.GET('/v1/customers/', {
          params: { query: { organization_id: [id], query, page, limit: PER_PAGE, sorting: ['-created_at'] } },
        }),
      ),
  });
  const total = list.data?.pagination.total_count;
  const columns: readonly Column<Customer>[] = [
    { id: 'customer', title: words.customer, cell: (row) => <Person id={row.id} name={row.name} email={row.email ?? null} /> },
    {
      id: 'external',
      title: words.externalId,
      cell: ({ external_id }) => <span className="mono">{external_id ?? '–'}</span>,
    },
    { id: 'created', title: words.created, cell: ({ created_at }) => <Ago at={created_at} /> },
  ];
  return (
    <>
      <PageHead title={words.title} text={total !== undefined && words.total(number(total))} />
      <div className="filters">
        <SearchInput
          label={words.searchLabel}
          placeholder={words.search}
          value={query ?? ''}
          onSearch={(text) => void navigate({ search: { query: text || undefined }, replace: true })}
        />
      </div>
      <Loaded of={list} waiting={<SkeletonCards count={1} height={480} />}>
        {({ items, pagination }) => (
          <Card flush>
            {items.length > 0 ? (
              <Table label={words.title} columns={columns} rows={items} rowId={(row) => row.id} />
            ) : query ? (
              <Empty icon={Users} title={words.noMatch}>
                <Button onPress={() => void navigate({ search: {} })}>{words.clear}</Button>
              </Empty>
            ) : (
              <Empty icon={Users} title={words.none} text={words.noneText} />
            )}
            <Pager
              summary={words.total(number(pagination.total_count))}
              page={page}
              pages={pagination.max_page}
              onPage={(to) => void navigate({ search: { query, page: to } })}
            />
          </Card>
        )}
      </Loaded>
    </>
  );
}
