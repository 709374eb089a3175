import { lazy, type ReactNode, Suspense } from 'react';
import { SearchInput, Segments } from '../list-filters.tsx';
import { ListFilters } from '../saved-views/saved-views.tsx';
import type { Schema } from '../../api/client.ts';
import { SelectInput } from '../../ui/choices.tsx';
import { EXPIRIES, KEY_SORTS, type KeysSearch, STATUSES } from './filters.ts';
import { useWords } from '../words/index.ts';

const ALL = 'all';

const TagFilter = lazy(() => import('../tags/tag-filter.tsx'));

/** What is shown of the keys. All of it is in the address. */
export function KeyFilters({
  search,
  benefits,
  onChange,
}: {
  readonly search: KeysSearch;
  readonly benefits: readonly Schema<'BenefitLicenseKeys'>[] | readonly { readonly id: string; readonly description: string }[];
  readonly onChange: (changes: Partial<KeysSearch>) => void;
}): ReactNode {
  const words = useWords();
  const { keys } = words;
  const { status, benefit, expiry, limit, sort = expiry ? 'expires_at' : '-created_at' } = search;
  const sorts = expiry ? KEY_SORTS.filter((each) => each.endsWith('expires_at')) : KEY_SORTS;
  return (
    <ListFilters list="license_keys">
      <Segments
        label={keys.statusLabel}
        all={keys.all}
        value={status}
        choices={STATUSES.map((id) => ({ id, label: words.status[id] }))}
        onChange={(chosen) => onChange({ status: chosen })}
      />
      <SelectInput
        bare
        label={keys.benefit}
        value={benefit ?? ALL}
        choices={[{ id: ALL, label: keys.everyBenefit }, ...benefits.map(({ id, description }) => ({ id, label: description }))]}
        onChange={(id) => onChange({ benefit: id === ALL ? undefined : id })}
      />
      <SelectInput
        bare
        label={keys.expiring}
        value={expiry ?? ALL}
        choices={[{ id: ALL, label: keys.expiry.any }, ...EXPIRIES.map((id) => ({ id, label: keys.expiry[id] }))]}
        onChange={(id) => onChange({ expiry: EXPIRIES.find((each) => each === id), sort: undefined })}
      />
      <SelectInput
        bare
        label={keys.limit}
        value={limit ?? ALL}
        choices={[
          { id: ALL, label: keys.limits.any },
          { id: 'over', label: keys.limits.over },
        ]}
        onChange={(id) => onChange({ limit: id === 'over' ? id : undefined })}
      />
      <Suspense>
        <TagFilter kind="license_key" value={search.tag} onChange={(tag) => onChange({ tag })} />
      </Suspense>
      <SelectInput
        bare
        label={keys.sort}
        value={sort}
        choices={sorts.map((id) => ({ id, label: keys.sorts[id] }))}
        onChange={(id) => onChange({ sort: id })}
      />
      <SearchInput
        label={keys.searchLabel}
        placeholder={keys.search}
        value={search.query ?? ''}
        onSearch={(query) => onChange({ query: query || undefined })}
      />
    </ListFilters>
  );
}
