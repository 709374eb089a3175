import { lazy, type ReactNode, Suspense } from 'react';
import { SelectInput } from '../../ui/choices.tsx';
import { DayFilter, SearchInput } from '../list-filters.tsx';
import { ListFilters } from '../saved-views/saved-views.tsx';
import { ChoiceFilter } from '../sales/choice-filter.tsx';
import '../sales/sales.css';
import { useWords } from '../words/index.ts';
import { CUSTOMER_SORTS, type CustomersSearch } from './filters.ts';

const TagFilter = lazy(() => import('../tags/tag-filter.tsx'));

/** What is shown of the customers. All of it is in the address. */
export function CustomerFilters({
  search,
  onChange,
}: {
  readonly search: CustomersSearch;
  readonly onChange: (changes: Partial<CustomersSearch>) => void;
}): ReactNode {
  const { customers: words, sales } = useWords();
  const { query, activity, change, sort = '-created_at' } = search;
  return (
    <ListFilters list="customers" isLabeled>
      <ChoiceFilter
        label={words.purchases}
        all={words.everyCustomer}
        words={words.activity}
        value={activity}
        onChange={(chosen) => onChange({ activity: chosen })}
      />
      <ChoiceFilter
        label={words.change}
        all={words.everyChange}
        words={words.changes}
        value={change}
        onChange={(chosen) => onChange({ change: chosen, ...(chosen ? {} : { from: undefined, to: undefined }) })}
      />
      {change &&
        (['from', 'to'] as const).map((name) => (
          <DayFilter key={name} label={words[name]} value={search[name]} onChange={(day) => onChange({ [name]: day })} />
        ))}
      <Suspense>
        <TagFilter kind="customer" value={search.tag} onChange={(tag) => onChange({ tag })} />
      </Suspense>
      <SelectInput
        bare
        label={sales.sort}
        value={sort}
        choices={CUSTOMER_SORTS.map((each) => ({ id: each, label: words.sorts[each] }))}
        onChange={(chosen) => onChange({ sort: chosen })}
      />
      <SearchInput
        label={words.searchLabel}
        placeholder={words.search}
        value={query ?? ''}
        onSearch={(text) => onChange({ query: text || undefined })}
      />
    </ListFilters>
  );
}
