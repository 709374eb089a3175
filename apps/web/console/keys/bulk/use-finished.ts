import { useQueryClient } from '@tanstack/react-query';
import { answer, newIdempotencyKey } from '../../../api/client.ts';
import { useFormats, usePartWords } from '../../../i18n/languages.tsx';
import { useProblemText } from '../../../ui/problem-text.ts';
import { badToast, toast, toastWith } from '../../../ui/toasts.tsx';
import { api } from '../../context.ts';
import { BULK_WORDS } from './bulk-actions.ts';
import { type BulkChange, changeQuery, isUnderWay, POLL_MS } from './bulk-progress.tsx';

/** Makes what is shown of keys anew, says what was done, and offers to undo it. */
export function useFinished(): (change: BulkChange) => Promise<void> {
  const words = usePartWords(BULK_WORDS);
  const { number } = useFormats();
  const textOf = useProblemText();
  const queries = useQueryClient();
  const shownAnew = () =>
    Promise.all(['keys', 'figures', 'timeline', 'tags'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
  const undo = async (id: string): Promise<void> => {
    try {
      const headers = { 'Idempotency-Key': newIdempotencyKey() };
      let change = await answer(api.POST('/v1/bulk/license-keys/{id}/undo', { params: { path: { id } }, headers }));
      while (isUnderWay(change)) {
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        change = await queries.fetchQuery(changeQuery(id));
      }
      await shownAnew();
      const { restored, kept } = change;
      toast(kept > 0 ? words.undoneWith(number(restored), number(kept)) : words.undone(restored, number(restored)));
    } catch (error) {
      badToast(textOf(error));
    }
  };
  return async ({ id, changed, refused, is_undoable }) => {
    await shownAnew();
    const text = refused > 0 ? words.doneWith(number(changed), number(refused)) : words.done(changed, number(changed));
    if (is_undoable && changed > 0) toastWith(text, { label: words.undo, run: () => void undo(id) });
    else toast(text);
  };
}
