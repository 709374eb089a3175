import { useQueryClient } from '@tanstack/react-query';
import { Gift } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { type Action, ActionMenu } from '../../ui/menu.tsx';
import { toast } from '../../ui/toasts.tsx';
import { useMay } from '../context.ts';
import { useWords } from '../words/index.ts';
import type { CreditProps } from './credit-form.ts';

const DIALOGS = {
  credit: lazy(async () => ({ default: (await import('./meter-credits.tsx')).CreditDialog })),
  debit: lazy(async () => ({ default: (await import('./meter-credits.tsx')).DebitDialog })),
  reset: lazy(async () => ({ default: (await import('./meter-credits.tsx')).ResetDialog })),
  usage: lazy(async () => ({ default: (await import('./purchase-credits.tsx')).UsageDialog })),
  trial: lazy(async () => ({ default: (await import('./purchase-credits.tsx')).TrialDialog })),
};
type Kind = keyof typeof DIALOGS;

/** What support gives a customer without a purchase, each in one dialog. */
export function Credits({ customer }: Pick<CreditProps, 'customer'>): ReactNode {
  const { credits: words } = useWords();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<Kind | null>(null);
  const may = {
    credit: useMay('customers:write'),
    debit: useMay('customers:write'),
    reset: useMay('customers:write'),
    usage: useMay('license_keys:write'),
    trial: useMay('subscriptions:write'),
  };
  const kinds = (Object.keys(DIALOGS) as Kind[]).filter((kind) => may[kind]);
  if (kinds.length === 0) return null;
  const actions: readonly Action[] = kinds.map((id) => ({ id, label: words.kinds[id], onAction: () => setChosen(id) }));
  const Chosen = chosen && DIALOGS[chosen];
  const given = async (text: string): Promise<void> => {
    setChosen(null);
    await queries.invalidateQueries();
    toast(text);
  };
  return (
    <>
      <ActionMenu label={words.title} actions={actions}>
        <Button icon={Gift}>{words.title}</Button>
      </ActionMenu>
      <Suspense>{Chosen && <Chosen customer={customer} onClose={() => setChosen(null)} onGiven={given} />}</Suspense>
    </>
  );
}
