import '../catalog.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Package, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Ago, Avatar } from '../../ui/display.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { PageHead } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { byPages, ExportRows } from '../export-rows.tsx';
import { choicesOf } from '../form-fields.tsx';
import { useListAddress } from '../list-address.ts';
import { SearchInput, Segments } from '../list-filters.tsx';
import { ListFilters } from '../saved-views/saved-views.tsx';
import { NoRows, PagedCard } from '../paged-card.tsx';
import { useWords } from '../words/index.ts';
import { productFilter, type ProductsSearch } from './filters.ts';
import { type Price, type Product, usePeriodText, usePriceText } from './price-text.ts';
import { ProductStatus } from './product-status.tsx';

const PER_PAGE = 25;
const ALL = 'all';

export function ProductsPage(): ReactNode {
  const { products: words, nav } = useWords();
  const { number } = useFormats();
  const { search, page, isFiltered, change, clear, toPage } = useListAddress('/$slug/products');
  const { organization_id: id, slug } = useOrganization();
  const mayCreate = useMay('products:write');
  const { sort = '-created_at' } = search;
  const read = (from: number, limit: number) => {
    const query = { ...productFilter(search), organization_id: [id], page: from, limit, sorting: [sort] };
    return answer(api.GET('/v1/products/', { params: { query } }));
  };
  const list = useQuery({
    queryKey: ['products', id, search],
    placeholderData: keepPreviousData,
    queryFn: () => read(page, PER_PAGE),
  });
  const total = list.data?.pagination.total_count;
  return (
    <>
      <PageHead title={words.title} text={total !== undefined && words.total(number(total))}>
        <Link to="/$slug/products/custom-fields" params={{ slug }} className="button secondary">
          {nav.customFields}
        </Link>
        <ExportRows file="products" read={byPages(read)} />
        {mayCreate && (
          <Link to="/$slug/products/new" params={{ slug }} className="button primary">
            <Plus aria-hidden />
            {words.create}
          </Link>
        )}
      </PageHead>
      <Filters search={search} onChange={change} />
      <PagedCard
        of={list}
        none={<NoRows icon={Package} words={words} isFiltered={isFiltered} clear={words.clear} onClear={clear} />}
        total={words.total}
        page={page}
        onPage={toPage}
      >
        {(items) => <ProductTable rows={items} />}
      </PagedCard>
    </>
  );
}

function Filters({
  search,
  onChange,
}: {
  readonly search: ProductsSearch;
  readonly onChange: (changes: Partial<ProductsSearch>) => void;
}): ReactNode {
  const { products: words } = useWords();
  const kinds = choicesOf(words.kinds);
  const sorts = choicesOf(words.sorts);
  return (
    <ListFilters list="products">
      <Segments
        label={words.state}
        all={words.current}
        value={search.state}
        choices={choicesOf(words.states)}
        onChange={(state) => onChange({ state })}
      />
      <SelectInput
        bare
        label={words.kind}
        value={search.kind ?? ALL}
        choices={[{ id: ALL, label: words.everyKind }, ...kinds]}
        onChange={(chosen) => onChange({ kind: kinds.find(({ id }) => id === chosen)?.id })}
      />
      <SelectInput
        bare
        label={words.sort}
        value={search.sort ?? '-created_at'}
        choices={sorts}
        onChange={(sort) => onChange({ sort })}
      />
      <SearchInput
        label={words.searchLabel}
        placeholder={words.search}
        value={search.query ?? ''}
        onSearch={(query) => onChange({ query: query || undefined })}
      />
    </ListFilters>
  );
}

function ProductTable({ rows }: { readonly rows: readonly Product[] }): ReactNode {
  const { products: words } = useWords();
  const { slug } = useOrganization();
  const columns: readonly Column<Product>[] = [
    {
      id: 'name',
      title: words.name,
      cell: ({ id, name, medias }) => (
        <div className="person">
          <Avatar name={name} picture={medias[0]?.public_url} look="square" />
          <Link to="/$slug/products/$id" params={{ slug, id }}>
            {name}
          </Link>
        </div>
      ),
    },
    { id: 'price', title: words.price, cell: (product) => <PriceCell {...product} /> },
    { id: 'benefits', title: words.benefits, isNumber: true, cell: ({ benefits }) => benefits.length },
    { id: 'status', title: words.status, cell: (product) => <ProductStatus product={product} /> },
    { id: 'created', title: words.created, cell: ({ created_at }) => <Ago at={created_at} /> },
  ];
  return <Table label={words.title} columns={columns} rows={rows} rowId={({ id }) => id} />;
}

function PriceCell({
  prices,
  recurring_interval,
  recurring_interval_count,
}: Pick<Product, 'recurring_interval' | 'recurring_interval_count'> & { readonly prices: readonly Price[] }): ReactNode {
  const { prices: words } = useWords();
  const textOf = usePriceText();
  const periodOf = usePeriodText();
  const [first, ...others] = prices;
  return (
    <>
      {first && textOf(first)}{' '}
      <span className="faint">{recurring_interval && periodOf(recurring_interval, recurring_interval_count)}</span>
      {others.length > 0 && <p className="faint small">{words.more(others.length)}</p>}
    </>
  );
}
