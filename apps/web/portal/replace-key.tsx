import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer, newIdempotencyKey } from '../api/client.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { SelectInput } from '../ui/choices.tsx';
import { toast } from '../ui/toasts.tsx';
import { api } from './context.ts';
import { useWords } from './words/index.ts';

type Overlap = keyof ReturnType<typeof useWords>['keys']['overlaps'];

/** Asks how long the old key should work, and gets a new one. */
export function ReplaceKey({
  id,
  isOpen,
  onClose,
}: {
  readonly id: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const words = useWords().keys;
  const queries = useQueryClient();
  const [overlap, setOverlap] = useState<Overlap>('0');
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);

  const replace = async (): Promise<void> => {
    await answer(
      api.POST('/v1/customer-portal/license-keys/{id}/rotate', {
        params: { path: { id } },
        headers: { 'idempotency-key': idempotencyKey },
        body: { overlap_seconds: Number(overlap) },
      }),
    );
    setIdempotencyKey(newIdempotencyKey());
    await Promise.all([queries.invalidateQueries({ queryKey: ['keys'] }), queries.invalidateQueries({ queryKey: ['key', id] })]);
    toast(words.replaced);
  };
  const choices = (Object.keys(words.overlaps) as Overlap[]).map((each) => ({ id: each, label: words.overlaps[each] }));
  return (
    <ConfirmDialog
      title={words.replaceTitle}
      text={words.replaceText}
      confirm={words.replace}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={replace}
    >
      <SelectInput label={words.overlap} choices={choices} value={overlap} onChange={setOverlap} />
    </ConfirmDialog>
  );
}
