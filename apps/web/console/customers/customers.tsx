import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus, Users } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { Ago } from '../../ui/display.tsx';
import { live } from '../../ui/live.ts';
import { PageHead } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { ExportLink } from '../export-link.tsx';
import { useListAddress } from '../list-address.ts';
import { CustomerFilters } from './customer-filters.tsx';
import { CustomerDialog } from './customer-form.tsx';
import { customerFilter } from './filters.ts';
import { Person } from './person.tsx';
import { NoRows, PagedCard } from '../paged-card.tsx';
import { useWords } from '../words/index.ts';

const TagsOfRow = lazy(async () => ({ default: (await import('../tags/row-tags.tsx')).TagsOfRow }));

const PER_PAGE = 25;
type Customer = Schema<'ListResourceCustomer'>['items'][number];

export function CustomersPage(): ReactNode {
  const { customers: words } = useWords();
  const { number } = useFormats();
  const { search, page, isFiltered, change, clear, toPage } = useListAddress('/$slug/customers');
  const navigate = useNavigate();
  const { organization_id: organizationId, slug, time_zone: timeZone } = useOrganization();
  const queries = useQueryClient();
  const mayCreate = useMay('customers:write');
  const [isCreating, setCreating] = useState(false);
  const list = useQuery({
    queryKey: ['customers', organizationId, search, timeZone],
    ...live(),
    placeholderData: keepPreviousData,
    queryFn: () =>
      answer(
        api.GET('/v1/customers/', {
          params: {
            query: {
              ...customerFilter(search, timeZone),
              organization_id: [organizationId],
              page,
              limit: PER_PAGE,
              sorting: [search.sort ?? '-created_at'],
            },
          },
        }),
      ),
  });
  const total = list.data?.pagination.total_count;
  const ids = list.data?.items.map((row) => row.id) ?? [];
  const columns: readonly Column<Customer>[] = [
    {
      id: 'customer',
      title: words.customer,
      cell: ({ id, name, email = null }) => (
        <>
          <Person id={id} name={name} email={email} />
          <Suspense>
            <TagsOfRow kind="customer" id={id} among={ids} />
          </Suspense>
        </>
      ),
    },
    {
      id: 'external',
      title: words.externalId,
      cell: ({ external_id }) => <span className="mono">{external_id ?? '–'}</span>,
    },
    { id: 'created', title: words.created, cell: ({ created_at }) => <Ago at={created_at} /> },
  ];
  return (
    <>
      <PageHead title={words.title} text={total !== undefined && words.total(number(total))}>
        <ExportLink
          path="customers/export"
          file="customers"
          parameters={{ organization_id: organizationId, ...customerFilter(search, timeZone) }}
        />
        {mayCreate && (
          <Button look="primary" icon={Plus} onPress={() => setCreating(true)}>
            {words.create}
          </Button>
        )}
      </PageHead>
      <CustomerFilters search={search} onChange={change} />
      <PagedCard
        of={list}
        none={<NoRows icon={Users} words={words} isFiltered={isFiltered} clear={words.clear} onClear={clear} />}
        total={words.total}
        page={page}
        onPage={toPage}
      >
        {(items) => <Table label={words.title} columns={columns} rows={items} rowId={(row) => row.id} />}
      </PagedCard>
      {isCreating && (
        <CustomerDialog
          customer={null}
          onClose={() => setCreating(false)}
          onSaved={async (created) => {
            await queries.invalidateQueries({ queryKey: ['customers'] });
            toast(words.createDone);
            await navigate({ to: '/$slug/customers/$id', params: { slug, id: created.id } });
          }}
        />
      )}
    </>
  );
}
