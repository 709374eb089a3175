import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { SelectInput } from '../../ui/choices.tsx';
import { api, useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';

const ALL = 'all';

export type Product = Schema<'ListResourceProduct'>['items'][number];

/** The first 100 products by name, archived ones included. */
export const productsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['products', 'choices', organizationId],
    queryFn: () =>
      answer(
        api.GET('/v1/products/', { params: { query: { organization_id: [organizationId], sorting: ['name'], limit: 100 } } }),
      ),
    staleTime: 60_000,
  });

/** The products that purchases may be of; undefined until they are known. */
export const useProducts = (): readonly Product[] | undefined =>
  useQuery(productsQuery(useOrganization().organization_id)).data?.items;

/** Limits a list to one product. */
export function ProductFilter({
  value,
  onChange,
}: {
  readonly value: string | undefined;
  readonly onChange: (product: string | undefined) => void;
}): ReactNode {
  const { sales: words } = useWords();
  const products = useProducts() ?? [];
  return (
    <SelectInput
      bare
      label={words.product}
      value={value ?? ALL}
      choices={[{ id: ALL, label: words.everyProduct }, ...products.map(({ id, name }) => ({ id, label: name }))]}
      onChange={(id) => onChange(id === ALL ? undefined : id)}
    />
  );
}
