import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormats } from '../i18n/languages.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Empty, Loaded, type Reading, SkeletonCards } from '../ui/surfaces.tsx';
import { Pager } from '../ui/table.tsx';
import { useWords } from './words/index.ts';

interface Page<Item> {
  readonly items: readonly Item[];
  readonly pagination: { readonly total_count: number; readonly max_page: number };
}

/** A list of which one page is shown: its rows, or why there are none, how many there are, and the way to other pages. */
export function PagedCard<Item>({
  of,
  height = 480,
  none,
  total,
  page,
  onPage,
  children,
}: {
  readonly of: Reading<Page<Item>>;
  /** About that of the list, while it is read. */
  readonly height?: number;
  readonly none: ReactNode;
  /** How many there are, in words. */
  readonly total: (count: string) => string;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly children: (items: readonly Item[]) => ReactNode;
}): ReactNode {
  const { number } = useFormats();
  return (
    <Loaded of={of} waiting={<SkeletonCards count={1} height={height} />}>
      {({ items, pagination }) => (
        <Card flush>
          {items.length > 0 ? children(items) : none}
          {pagination.total_count > 0 && (
            <Pager summary={total(number(pagination.total_count))} page={page} pages={pagination.max_page} onPage={onPage} />
          )}
        </Card>
      )}
    </Loaded>
  );
}

/** How many rows a list that is read on has at most: all of them are read again when something is changed. */
const MOST_ROWS = 10_000;
/** How many are read after the first page. */
export const FURTHER_ROWS = 100;

interface Continued {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

/** The end of a list without pages: more of it, until it has as many rows as one page shows. */
export function MoreRows({
  of: list,
  shown,
  more,
}: {
  readonly of: Continued;
  readonly shown: number;
  readonly more: string;
}): ReactNode {
  const { mostRows } = useWords();
  const { number } = useFormats();
  if (!list.hasNextPage) return null;
  return (
    <div className="table-foot">
      {shown < MOST_ROWS ? (
        <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          {more}
        </Button>
      ) : (
        <span>{mostRows(number(shown))}</span>
      )}
    </div>
  );
}

/** Why a list has no rows: nothing matches its filters, which can be cleared, or there are none yet, and `children` say how to begin. */
export function NoRows({
  icon,
  words,
  isFiltered,
  noMatchText,
  clear,
  onClear,
  children,
}: {
  readonly icon: LucideIcon;
  readonly words: { readonly none: string; readonly noneText: string; readonly noMatch: string };
  readonly isFiltered: boolean;
  readonly noMatchText?: string;
  readonly clear: string;
  readonly onClear: () => void;
  readonly children?: ReactNode;
}): ReactNode {
  if (!isFiltered)
    return (
      <Empty icon={icon} title={words.none} text={words.noneText}>
        {children}
      </Empty>
    );
  return (
    <Empty icon={icon} title={words.noMatch} text={noMatchText}>
      <Button onPress={onClear}>{clear}</Button>
    </Empty>
  );
}
