import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
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
  const body = useRef<HTMLTableSectionElement>(null);
  useRows(body);
  return (
    <div className="table-scroll" {...(isWide ? { role: 'group', 'aria-label': label, tabIndex: 0 } : {})}>
      <table className="table cards" aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ id, title, isNumber, isTitleHidden, head, sort }) => (
              <th key={id} scope="col" className={isNumber ? 'number' : undefined} aria-sort={sort}>
                {head ?? (isTitleHidden ? <span className="visually-hidden">{title}</span> : title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row) => (
            <tr key={rowId(row)}>
              {columns.map(({ id, title, cell, isNumber, isTitleHidden }, index) => (
                <td
                  key={id}
                  className={isNumber ? 'number' : undefined}
                  data-label={index === 0 || isTitleHidden ? undefined : title}
                >
                  <div>{cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
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
