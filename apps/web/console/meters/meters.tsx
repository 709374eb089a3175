import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Gauge, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { Ago, Status } from '../../ui/display.tsx';
import { PageHead } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { byPages, ExportRows } from '../export-rows.tsx';
import { useListAddress } from '../list-address.ts';
import { SearchInput, Segments } from '../list-filters.tsx';
import { NoRows, PagedCard } from '../paged-card.tsx';
import { useWords } from '../words/index.ts';
import { numberOfClauses } from './filter-draft.ts';
import { type Meter, METER_STATES } from './filters.ts';
import { MeterDialog } from './meter-dialog.tsx';
import { useQuantityText } from './meter-texts.ts';

const PER_PAGE = 25;

export function MetersPage(): ReactNode {
  const { meters: words } = useWords();
  const { number } = useFormats();
  const { search, page, isFiltered, change, clear, toPage } = useListAddress('/$slug/meters');
  const { query, state } = search;
  const { organization_id: id } = useOrganization();
  const mayWrite = useMay('meters:write');
  const [isCreating, setCreating] = useState(false);
  const is_archived = state && state === 'archived';
  const read = (from: number, limit: number) =>
    answer(api.GET('/v1/meters/', { params: { query: { organization_id: [id], query, is_archived, page: from, limit } } }));
  const list = useQuery({
    queryKey: ['meters', id, 'list', search],
    placeholderData: keepPreviousData,
    queryFn: () => read(page, PER_PAGE),
  });
  const total = list.data?.pagination.total_count;
  const create = mayWrite && (
    <Button look="primary" icon={Plus} onPress={() => setCreating(true)}>
      {words.create}
    </Button>
  );
  return (
    <>
      <PageHead title={words.title} text={total !== undefined && words.total(number(total))}>
        <ExportRows file="meters" read={byPages(read)} />
        {create}
      </PageHead>
      <div className="filters">
        <Segments
          label={words.statusLabel}
          all={words.every}
          value={state}
          choices={METER_STATES.map((each) => ({ id: each, label: words.states[each] }))}
          onChange={(chosen) => change({ state: chosen })}
        />
        <SearchInput
          label={words.searchLabel}
          placeholder={words.search}
          value={query ?? ''}
          onSearch={(text) => change({ query: text || undefined })}
        />
      </div>
      <PagedCard
        of={list}
        height={320}
        none={
          <NoRows icon={Gauge} words={words} isFiltered={isFiltered} clear={words.clear} onClear={clear}>
            {create}
          </NoRows>
        }
        total={words.total}
        page={page}
        onPage={toPage}
      >
        {(items) => <MeterTable rows={items} />}
      </PagedCard>
      {isCreating && <MeterDialog onClose={() => setCreating(false)} />}
    </>
  );
}

function MeterTable({ rows }: { readonly rows: readonly Meter[] }): ReactNode {
  const { meters: words } = useWords();
  const { slug } = useOrganization();
  const quantityOf = useQuantityText();
  const clausesOf = ({ filter }: Meter): string => {
    const count = numberOfClauses(filter);
    return count === 0 ? words.everyEvent : words.clauses(count);
  };
  const columns: readonly Column<Meter>[] = [
    {
      id: 'name',
      title: words.name,
      cell: ({ id, name }) => (
        <Link to="/$slug/meters/$id" params={{ slug, id }}>
          {name}
        </Link>
      ),
    },
    { id: 'aggregation', title: words.aggregation, cell: ({ aggregation }) => quantityOf(aggregation) },
    { id: 'filter', title: words.filter, cell: clausesOf },
    {
      id: 'state',
      title: words.state,
      cell: ({ archived_at: at }) => <Status tone={at ? 'idle' : 'good'}>{words.states[at ? 'archived' : 'current']}</Status>,
    },
    { id: 'created', title: words.created, cell: ({ created_at }) => <Ago at={created_at} /> },
  ];
  return <Table label={words.title} columns={columns} rows={rows} rowId={({ id }) => id} />;
}
