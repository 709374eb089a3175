import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { answer, newIdempotencyKey, type Schema } from '../../../api/client.ts';
import { usePartWords } from '../../../i18n/languages.tsx';
import { Button } from '../../../ui/button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { useProblemText } from '../../../ui/problem-text.ts';
import { badToast } from '../../../ui/toasts.tsx';
import { api } from '../../context.ts';
import { BULK_WORDS } from './bulk-actions.ts';

export type BulkChange = Schema<'LicenseKeyBulkChange'>;

export const POLL_MS = 700;
export const isUnderWay = ({ status }: BulkChange): boolean => status === 'running' || status === 'undoing';

export const changeQuery = (id: string) => ({
  queryKey: ['bulk-change', id],
  staleTime: 0,
  queryFn: () => answer(api.GET('/v1/bulk/license-keys/{id}', { params: { path: { id } } })),
});

/** How far a change of many keys is, until it is over. */
export function Running({
  id,
  onClose,
  onFinished,
}: {
  readonly id: string;
  readonly onClose: () => void;
  readonly onFinished: (change: BulkChange) => void;
}): ReactNode {
  const words = usePartWords(BULK_WORDS);
  const textOf = useProblemText();
  const { data: change } = useQuery({ ...changeQuery(id), refetchInterval: POLL_MS });
  const isOver = change !== undefined && !isUnderWay(change);
  const finish = useEffectEvent(() => onFinished(change!));
  useEffect(() => {
    if (isOver) finish();
  }, [isOver]);
  const cancel = async (): Promise<void> => {
    try {
      const headers = { 'Idempotency-Key': newIdempotencyKey() };
      await answer(api.POST('/v1/bulk/license-keys/{id}/cancel', { params: { path: { id } }, headers }));
    } catch (error) {
      badToast(textOf(error));
    }
  };
  return (
    <>
      <Progress label={words.running} share={change ? 1 - change.pending / change.total : 0} />
      <div className="dialog-actions">
        <Button onPress={() => void cancel()}>{words.cancel}</Button>
        <Button onPress={onClose} autoFocus>
          {words.close}
        </Button>
      </div>
    </>
  );
}
