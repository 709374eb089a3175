import type { ReactNode } from 'react';
import { CustomerChoice } from '../customer-choice.tsx';
import { SearchInput } from '../list-filters.tsx';
import { useWords } from '../words/index.ts';

/** What the address of a list asks for: what belongs to a customer, or what a text finds. */
export interface TextSearch {
  readonly customer?: string;
  readonly query?: string;
}

/** Looks for a text, or shows the customer that the list is limited to. */
export function TextFilter({
  search: { customer, query },
  words: { searchLabel, search },
  onChange,
}: {
  readonly search: TextSearch;
  readonly words: { readonly searchLabel: string; readonly search: string };
  readonly onChange: (changes: TextSearch) => void;
}): ReactNode {
  const { sales, customers } = useWords();
  if (customer !== undefined) {
    return (
      <CustomerChoice
        label={sales.customer}
        placeholder={customers.search}
        value={customer}
        onChange={(chosen) => onChange({ customer: chosen })}
      />
    );
  }
  return (
    <SearchInput
      label={searchLabel}
      placeholder={search}
      value={query ?? ''}
      onSearch={(text) => onChange({ query: text || undefined })}
    />
  );
}
