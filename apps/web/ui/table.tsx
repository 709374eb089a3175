import { ChevronLeft, ChevronRight } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { useUiWords } from '../i18n/languages.tsx';
import { IconButton } from './button.tsx';
import { useRows } from './rows.ts';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isNumber?: boolean;
  /** The title is only read aloud, as that of a column of buttons. */
  readonly isTitleHidden?: boolean;
  /** The title with a button that sorts. */
  readonly head?: ReactNode;
  readonly sort?: 'ascending' | 'descending';
}

const TablePart = lazy(async () => ({ default: (await import('./table-part.tsx')).TablePart }));

/** Longer tables are made in parts, of which only those near what is seen have their rows. */
const LONG = 200;
const PART = 50;

/** A real table; on narrow screens each row is a card. A row with a link in its first cell opens it, by pointer and by keyboard. */
export function Table<Row>({
  label,
  columns,
  rows,
  rowId,
  isWide = false,
}: {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** It may have many columns and nothing to press: the keyboard scrolls it. */
  readonly isWide?: boolean;
}): ReactNode {
  const table = useRef<HTMLTableElement>(null);
  useRows(table);
  const isLong = rows.length > LONG;
  const rowsFrom = (from: number, to: number): ReactNode =>
    rows.slice(from, to).map((row, index) => (
      <tr key={rowId(row)} aria-rowindex={isLong ? from + index + 2 : undefined}>
        {columns.map(({ id, title, cell, isNumber, isTitleHidden }, place) => (
          <td key={id} className={isNumber ? 'number' : undefined} data-label={place === 0 || isTitleHidden ? undefined : title}>
            <div>{cell(row)}</div>
          </td>
        ))}
      </tr>
    ));
  return (
    <div className="table-scroll" {...(isWide ? { role: 'group', 'aria-label': label, tabIndex: 0 } : {})}>
      <table ref={table} className="table cards" aria-label={label} aria-rowcount={isLong ? rows.length + 1 : undefined}>
        <thead>
          <tr>
            {columns.map(({ id, title, isNumber, isTitleHidden, head, sort }) => (
              <th key={id} scope="col" className={isNumber ? 'number' : undefined} aria-sort={sort}>
                {head ?? (isTitleHidden ? <span className="visually-hidden">{title}</span> : title)}
              </th>
            ))}
          </tr>
        </thead>
        {isLong ? (
          <Suspense fallback={<tbody>{rowsFrom(0, LONG)}</tbody>}>
            {Array.from({ length: Math.ceil(rows.length / PART) }, (_, part) => part * PART).map((from) => (
              <TablePart key={from} columns={columns.length} count={Math.min(PART, rows.length - from)} isFirst={from === 0}>
                {() => rowsFrom(from, from + PART)}
              </TablePart>
            ))}
          </Suspense>
        ) : (
          <tbody>{rowsFrom(0, rows.length)}</tbody>
        )}
      </table>
    </div>
  );
}

/** The end of a list: how many there are, and the way to other pages. */
export function Pager({
  summary,
  page,
  pages,
  onPage,
}: {
  readonly summary: ReactNode;
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}): ReactNode {
  const words = useUiWords();
  return (
    <div className="table-foot">
      <span>{summary}</span>
      {pages > 1 && (
        <nav className="end" aria-label={words.pageOf(page, pages)}>
          <span>{words.pageOf(page, pages)}</span>
          <IconButton
            small
            label={words.previousPage}
            icon={ChevronLeft}
            isDisabled={page <= 1}
            onPress={() => onPage(page - 1)}
          />
          <IconButton
            small
            label={words.nextPage}
            icon={ChevronRight}
            isDisabled={page >= pages}
            onPress={() => onPage(page + 1)}
          />
        </nav>
      )}
    </div>
  );
}
