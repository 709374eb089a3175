import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';

/** The head of a column that sorts by `field`, first `first`, then the other way round. */
export function sortHead<Sort extends string>({
  title,
  field,
  sort,
  first,
  onSort,
}: {
  readonly title: string;
  readonly field: string;
  readonly sort: Sort;
  readonly first: Sort;
  readonly onSort: (sort: string) => void;
}): { readonly head: ReactNode; readonly sort?: 'ascending' | 'descending' } {
  const isDescending = sort === `-${field}`;
  const isSorted = isDescending || sort === field;
  const next = isSorted ? (isDescending ? field : `-${field}`) : first;
  const Arrow = isDescending ? ArrowDown : ArrowUp;
  return {
    head: (
      <Button onPress={() => onSort(next)}>
        {title}
        {isSorted && <Arrow size={13} aria-hidden />}
      </Button>
    ),
    ...(isSorted ? { sort: isDescending ? 'descending' : 'ascending' } : {}),
  };
}
