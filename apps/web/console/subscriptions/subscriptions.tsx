import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Repeat } from 'lucide-react';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { live } from '../../ui/live.ts';
import { PageHead } from '../../ui/surfaces.tsx';
import { api, useOrganization } from '../context.ts';
import { ExportLink } from '../export-link.tsx';
import { ListFilters } from '../saved-views/saved-views.tsx';
import { useListAddress } from '../list-address.ts';
import { ChoiceFilter } from '../sales/choice-filter.tsx';
import { ProductFilter } from '../sales/products.tsx';
import { RecordSaleLink } from '../sales/record-sale-link.tsx';
import { TextFilter } from '../sales/text-filter.tsx';
import { NoRows, PagedCard } from '../paged-card.tsx';
import { useWords } from '../words/index.ts';
import { SUBSCRIPTION_SORTS, type SubscriptionsSearch } from './filters.ts';
import { SubscriptionTable } from './subscription-table.tsx';

const PER_PAGE = 25;

/** The parameters of a list of subscriptions. */
const subscriptionFilter = ({ customer, query, status, product, ending }: SubscriptionsSearch) => ({
  customer_id: customer ? [customer] : undefined,
  query: customer ? undefined : query,
  status: status && [status],
  product_id: product ? [product] : undefined,
  cancel_at_period_end: ending && ending === 'yes',
});

/** A page of the subscriptions that the address asks for. */
function readPage(organizationId: string, search: SubscriptionsSearch) {
  const { sort = '-started_at', page = 1 } = search;
  const query = { ...subscriptionFilter(search), organization_id: [organizationId], sorting: [sort], page, limit: PER_PAGE };
  return answer(api.GET('/v1/subscriptions/', { params: { query } }));
}

export function SubscriptionsPage(): ReactNode {
  const { subscriptions: words, sales } = useWords();
  const { number } = useFormats();
  const { search, page, isFiltered, change, clear, toPage } = useListAddress('/$slug/subscriptions');
  const { organization_id: id, time_zone: timezone } = useOrganization();
  const list = useQuery({
    queryKey: ['subscriptions', id, search],
    ...live(),
    placeholderData: keepPreviousData,
    queryFn: () => readPage(id, search),
  });
  const total = list.data?.pagination.total_count;
  return (
    <>
      <PageHead title={words.title} text={total !== undefined && words.total(number(total))}>
        <ExportLink
          path="subscriptions/export"
          file="subscriptions"
          parameters={{ organization_id: id, timezone, ...subscriptionFilter(search) }}
        />
        <RecordSaleLink />
      </PageHead>
      <Filters search={search} onChange={change} />
      <PagedCard
        of={list}
        none={
          <NoRows
            icon={Repeat}
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
        {(items) => <SubscriptionTable rows={items} />}
      </PagedCard>
    </>
  );
}

function Filters({
  search,
  onChange,
}: {
  readonly search: SubscriptionsSearch;
  readonly onChange: (changes: Partial<SubscriptionsSearch>) => void;
}): ReactNode {
  const { subscriptions: words, sales } = useWords();
  return (
    <ListFilters list="subscriptions">
      <ChoiceFilter
        label={sales.status}
        all={sales.everyStatus}
        words={words.status}
        value={search.status}
        onChange={(status) => onChange({ status })}
      />
      <ProductFilter value={search.product} onChange={(product) => onChange({ product })} />
      <ChoiceFilter
        label={words.ending}
        all={words.everyEnding}
        words={words.endings}
        value={search.ending}
        onChange={(ending) => onChange({ ending })}
      />
      <SelectInput
        bare
        label={sales.sort}
        value={search.sort ?? '-started_at'}
        choices={SUBSCRIPTION_SORTS.map((each) => ({ id: each, label: words.sorts[each] }))}
        onChange={(sort) => onChange({ sort })}
      />
      <TextFilter search={search} words={words} onChange={onChange} />
    </ListFilters>
  );
}
