import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useFormats } from '../i18n/languages.tsx';
import { Button } from '../ui/button.tsx';
import { useProblemText } from '../ui/problem-text.ts';
import { badToast, toast } from '../ui/toasts.tsx';
import type { ReadRows } from './save-rows.ts';
import { useWords } from './words/index.ts';

interface Continued {
  readonly items: readonly object[];
  readonly next_cursor: string | null;
}

interface Page {
  readonly items: readonly object[];
  readonly pagination: { readonly max_page: number };
}

/** The most that lists give at once. */
const ROWS_AT_ONCE = 100;

/** Reads a list that has pages. */
export const byPages =
  (read: (page: number, limit: number) => Promise<Page>): ReadRows =>
  async (from = '1') => {
    const { items, pagination } = await read(Number(from), ROWS_AT_ONCE);
    return { items, next: Number(from) < pagination.max_page ? String(Number(from) + 1) : null };
  };

/** Reads a list that goes on with a cursor. */
export const byCursor =
  (read: (cursor: string | undefined, limit: number) => Promise<Continued>): ReadRows =>
  async (cursor) => {
    const { items, next_cursor: next } = await read(cursor, ROWS_AT_ONCE);
    return { items, next };
  };

/** Saves what a list has with its filters as CSV, with a column for each field. For lists that the API does not export itself (`ExportLink`). */
export function ExportRows({
  file,
  small,
  read,
}: {
  /** The name without its extension. */
  readonly file: string;
  readonly small?: boolean;
  readonly read: ReadRows;
}): ReactNode {
  const words = useWords();
  const { number } = useFormats();
  const textOf = useProblemText();
  const [isPending, setPending] = useState(false);
  const save = async (): Promise<void> => {
    setPending(true);
    try {
      const { MOST_ROWS, saveRows } = await import('./save-rows.ts');
      const isComplete = await saveRows(file, read);
      if (!isComplete) toast(words.exportIncomplete(number(MOST_ROWS)));
    } catch (error) {
      badToast(textOf(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <Button icon={Download} small={small} isPending={isPending} onPress={() => void save()}>
      {words.exportCsv}
    </Button>
  );
}
