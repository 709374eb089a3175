import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus, Rocket } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { Ago, Status } from '../../ui/display.tsx';
import { PageHead } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { byPages, ExportRows } from '../export-rows.tsx';
import { choicesOf } from '../form-fields.tsx';
import { useListAddress } from '../list-address.ts';
import { Segments } from '../list-filters.tsx';
import { NoRows, PagedCard } from '../paged-card.tsx';
import { type Release, RELEASE_TONES } from './filters.ts';
import { NewReleaseDialog } from './new-release.tsx';
import { ProductFilter, useProducts } from '../sales/products.tsx';
import { useReleaseWords } from './words.ts';

const PER_PAGE = 25;

/** The versions of all products, or of one. */
export function ReleasesPage(): ReactNode {
  const words = useReleaseWords();
  const { number } = useFormats();
  const { search, page, isFiltered, change, clear, toPage } = useListAddress('/$slug/releases');
  const { product, status } = search;
  const { organization_id: id } = useOrganization();
  const mayWrite = useMay('releases:write');
  const [isCreating, setCreating] = useState(false);
  const products = useProducts() ?? [];
  const read = (from: number, limit: number) => {
    const filter = given({ product_id: product && [product], status: status && [status] });
    return answer(api.GET('/v1/releases/', { params: { query: { ...filter, organization_id: [id], page: from, limit } } }));
  };
  const list = useQuery({
    queryKey: ['releases', id, 'list', search],
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
        <ExportRows file="releases" read={byPages(read)} />
        {create}
      </PageHead>
      <div className="filters">
        <Segments
          label={words.statusLabel}
          all={words.every}
          value={status}
          choices={choicesOf(words.status)}
          onChange={(chosen) => change({ status: chosen })}
        />
        <ProductFilter value={product} onChange={(chosen) => change({ product: chosen })} />
      </div>
      <PagedCard
        of={list}
        height={320}
        none={
          <NoRows icon={Rocket} words={words} isFiltered={isFiltered} clear={words.clear} onClear={clear}>
            {create}
          </NoRows>
        }
        total={words.total}
        page={page}
        onPage={toPage}
      >
        {(items) => <ReleaseTable rows={items} names={new Map(products.map((each) => [each.id, each.name]))} />}
      </PagedCard>
      {isCreating && <NewReleaseDialog product={product} onClose={() => setCreating(false)} />}
    </>
  );
}

/** Filters that are set. */
const given = <Filter extends object>(filter: Filter): { [Name in keyof Filter]: Exclude<Filter[Name], '' | undefined> } =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value)) as never;

function ReleaseTable({
  rows,
  names,
}: {
  readonly rows: readonly Release[];
  readonly names: ReadonlyMap<string, string>;
}): ReactNode {
  const words = useReleaseWords();
  const { slug } = useOrganization();
  const { number, percent } = useFormats();
  const columns: readonly Column<Release>[] = [
    {
      id: 'version',
      title: words.version,
      cell: ({ id, version, product_id }) => (
        <div>
          <Link to="/$slug/releases/$id" params={{ slug, id }}>
            {version}
          </Link>
          <p className="faint small">{names.get(product_id)}</p>
        </div>
      ),
    },
    { id: 'channel', title: words.channel, cell: ({ channel }) => words.channels[channel] },
    {
      id: 'status',
      title: words.statusLabel,
      cell: ({ status }) => <Status tone={RELEASE_TONES[status]}>{words.status[status]}</Status>,
    },
    { id: 'published', title: words.publishedAt, cell: ({ published_at: at }) => (at === null ? '–' : <Ago at={at} />) },
    { id: 'rollout', title: words.rollout, isNumber: true, cell: (row) => percent(row.rollout_percentage / 100) },
    { id: 'downloads', title: words.downloads, isNumber: true, cell: ({ downloads }) => number(downloads) },
  ];
  return <Table label={words.title} columns={columns} rows={rows} rowId={({ id }) => id} />;
}
