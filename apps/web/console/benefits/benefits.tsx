import '../catalog.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Gift, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Ago, Status } from '../../ui/display.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { PageHead } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { byPages, ExportRows } from '../export-rows.tsx';
import { useListAddress } from '../list-address.ts';
import { SearchInput } from '../list-filters.tsx';
import { NoRows, PagedCard } from '../paged-card.tsx';
import { useWords } from '../words/index.ts';
import { type BenefitsSearch, TYPES } from './filters.ts';

const PER_PAGE = 25;
const ALL = 'all';
export type Benefit = Schema<'ListResourceBenefit'>['items'][number];

export function BenefitsPage(): ReactNode {
  const { benefits: words } = useWords();
  const { number } = useFormats();
  const { search, page, isFiltered, change, clear, toPage } = useListAddress('/$slug/benefits');
  const { organization_id: id, slug } = useOrganization();
  const mayCreate = useMay('benefits:write');
  const { query, type } = search;
  const read = (from: number, limit: number) =>
    answer(
      api.GET('/v1/benefits/', {
        params: { query: { organization_id: [id], query, type: type && [type], page: from, limit } },
      }),
    );
  const list = useQuery({
    queryKey: ['benefits', id, search],
    placeholderData: keepPreviousData,
    queryFn: () => read(page, PER_PAGE),
  });
  const total = list.data?.pagination.total_count;
  return (
    <>
      <PageHead title={words.title} text={total !== undefined && words.total(number(total))}>
        <ExportRows file="benefits" read={byPages(read)} />
        {mayCreate && (
          <Link to="/$slug/benefits/new" params={{ slug }} search={{ type }} className="button primary">
            <Plus aria-hidden />
            {words.create}
          </Link>
        )}
      </PageHead>
      <Filters search={search} onChange={change} />
      <PagedCard
        of={list}
        none={<NoRows icon={Gift} words={words} isFiltered={isFiltered} clear={words.clear} onClear={clear} />}
        total={words.total}
        page={page}
        onPage={toPage}
      >
        {(items) => <BenefitTable rows={items} />}
      </PagedCard>
    </>
  );
}

function Filters({
  search: { type, query },
  onChange,
}: {
  readonly search: BenefitsSearch;
  readonly onChange: (changes: Partial<BenefitsSearch>) => void;
}): ReactNode {
  const { benefits: words, benefitTypes } = useWords();
  return (
    <div className="filters">
      <SelectInput
        bare
        label={words.type}
        value={type ?? ALL}
        choices={[{ id: ALL, label: words.everyType }, ...TYPES.map((id) => ({ id, label: benefitTypes[id] }))]}
        onChange={(chosen) => onChange({ type: TYPES.find((each) => each === chosen) })}
      />
      <SearchInput
        label={words.searchLabel}
        placeholder={words.search}
        value={query ?? ''}
        onSearch={(text) => onChange({ query: text || undefined })}
      />
    </div>
  );
}

function BenefitTable({ rows }: { readonly rows: readonly Benefit[] }): ReactNode {
  const { benefits: words, benefitTypes } = useWords();
  const { slug } = useOrganization();
  const columns: readonly Column<Benefit>[] = [
    {
      id: 'description',
      title: words.name,
      cell: ({ id, description }) => (
        <div className="person">
          <Link to="/$slug/benefits/$id" params={{ slug, id }}>
            {description}
          </Link>
        </div>
      ),
    },
    { id: 'type', title: words.type, cell: ({ type }) => benefitTypes[type] },
    { id: 'visibility', title: words.visibility, cell: (benefit) => <BenefitVisibility benefit={benefit} /> },
    { id: 'created', title: words.created, cell: ({ created_at }) => <Ago at={created_at} /> },
  ];
  return <Table label={words.title} columns={columns} rows={rows} rowId={({ id }) => id} />;
}

export function BenefitVisibility({ benefit: { visibility } }: { readonly benefit: Pick<Benefit, 'visibility'> }): ReactNode {
  const { visibilities } = useWords();
  return <Status tone={visibility === 'public' ? 'good' : 'idle'}>{visibilities[visibility]}</Status>;
}
