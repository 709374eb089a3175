import { useQueryClient } from '@tanstack/react-query';
import { TimerOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer, newIdempotencyKey } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api } from '../context.ts';
import { useWords } from '../words/index.ts';
import type { PurchaseKind } from './filters.ts';
import { purchaseQuery } from './purchase-query.ts';

/** Frees the seats whose invitations have expired. */
export function ReleaseButton({ kind, id }: { readonly kind: PurchaseKind; readonly id: string }): ReactNode {
  const { pool: words } = useWords();
  const { number } = useFormats();
  const queries = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const release = async (): Promise<void> => {
    const headers = { 'Idempotency-Key': newIdempotencyKey() };
    const body = purchaseQuery(kind, id);
    const { released } = await answer(api.POST('/v1/customer-seats/release-expired', { headers, body }));
    await queries.invalidateQueries({ queryKey: ['seats'] });
    toast(words.released(number(released)));
  };
  return (
    <>
      <Button look="quiet" icon={TimerOff} onPress={() => setAsked(true)}>
        {words.release}
      </Button>
      <ConfirmDialog
        title={words.releaseTitle}
        text={words.releaseText}
        confirm={words.release}
        isDestructive
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={release}
      />
    </>
  );
}
