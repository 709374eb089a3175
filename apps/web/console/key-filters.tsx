import { Search } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Input, SearchField, ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import type { Schema } from '../api/client.ts';
import { SelectInput } from '../ui/fields.tsx';
import { EXPIRIES, KEY_SORTS, type KeysSearch, STATUSES } from './filters.ts';
import { useWords } from './words/index.ts';

const TYPED_MS = 250;
const ALL = 'all';

/** A text that is looked for when nothing was typed for a moment. */
export function SearchInput({
  label,
  placeholder,
  value,
  onSearch,
}: {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}): ReactNode {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    if (text.trim() !== value) setText(value);
  }
  useEffect(() => {
    if (text.trim() === value) return undefined;
    const timer = setTimeout(() => onSearch(text.trim()), TYPED_MS);
    return () => clearTimeout(timer);
  });
  return (
    <SearchField aria-label={label} value={text} onChange={setText} onSubmit={(all) => onSearch(all.trim())} className="search">
      <Search aria-hidden />
      <Input className="input" placeholder={placeholder} />
    </SearchField>
  );
}

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
  const { status, benefit, expiry, sort = expiry ? 'expires_at' : '-created_at' } = search;
  const sorts = expiry ? KEY_SORTS.filter((each) => each.endsWith('expires_at')) : KEY_SORTS;
  return (
    <div className="filters">
      <ToggleButtonGroup
        className="segments"
        aria-label={keys.statusLabel}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[status ?? ALL]}
        onSelectionChange={(chosen) => onChange({ status: STATUSES.find((each) => chosen.has(each)) })}
      >
        {[ALL, ...STATUSES].map((id) => (
          <ToggleButton key={id} id={id} className="segment">
            {id === ALL ? keys.all : words.status[id as (typeof STATUSES)[number]]}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
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
    </div>
  );
}
