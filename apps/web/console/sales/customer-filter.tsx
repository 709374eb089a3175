import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { api } from '../context.ts';
import { CustomerChoice } from '../customer-choice.tsx';
import { SearchInput } from '../list-filters.tsx';
import { useWords } from '../words/index.ts';

/** Which customers the address of a list asks for: one by its id, or those that a text finds. */
export interface CustomerSearch {
  readonly customer?: string;
  readonly query?: string;
}

/** So many customers of a text are considered. */
const FOUND_CUSTOMERS = 50;

/** The ids of the customers that the address asks for; undefined for all of them. */
export async function customerIds(organizationId: string, { customer, query }: CustomerSearch): Promise<string[] | undefined> {
  if (customer !== undefined) return [customer];
  if (query === undefined) return undefined;
  const { items } = await answer(
    api.GET('/v1/customers/', { params: { query: { organization_id: [organizationId], query, limit: FOUND_CUSTOMERS } } }),
  );
  return items.map(({ id }) => id);
}

/** Looks for customers, or shows the one that the list is limited to. */
export function CustomerFilter({
  search,
  onChange,
}: {
  readonly search: CustomerSearch;
  readonly onChange: (changes: CustomerSearch) => void;
}): ReactNode {
  const { sales: words } = useWords();
  const { customer, query } = search;
  if (customer !== undefined) {
    return (
      <CustomerChoice
        label={words.customer}
        placeholder={words.search}
        value={customer}
        onChange={(chosen) => onChange({ customer: chosen })}
      />
    );
  }
  return (
    <SearchInput
      label={words.searchLabel}
      placeholder={words.search}
      value={query ?? ''}
      onSearch={(text) => onChange({ query: text || undefined })}
    />
  );
}
