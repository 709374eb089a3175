import { useQueryClient } from '@tanstack/react-query';
import {
  Armchair,
  Ban,
  CalendarClock,
  CalendarX,
  CircleDollarSign,
  Ellipsis,
  FastForward,
  Pause,
  Play,
  Repeat,
  Undo2,
  UserRoundPen,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useFormats } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { type Action, ActionMenu } from '../../ui/menu.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { badToast, toast } from '../../ui/toasts.tsx';
import { useWords } from '../words/index.ts';
import { CancelDialog } from './cancel-dialogs.tsx';
import { ChangeProductDialog, ChangeSeatsDialog, ChangeTrialDialog } from './change-dialogs.tsx';
import { statusOf, type Subscription } from './subscription-state.tsx';
import { TransferDialog } from './transfer-dialog.tsx';
import { updateSubscription } from './update-subscription.ts';

type Asked = 'product' | 'seats' | 'trial' | 'end trial' | 'pause' | 'past due' | 'transfer' | 'cancel' | 'revoke';

/** What a seller may do with a subscription that has not ended. */
export function SubscriptionActions({ subscription }: { readonly subscription: Subscription }): ReactNode {
  const { subscription: words } = useWords();
  const { date } = useFormats();
  const [asked, setAsked] = useState<Asked | null>(null);
  const changed = useChanged();
  const actions = useActions(subscription, changed, setAsked);
  const close = (): void => setAsked(null);
  const props = { subscription, onClose: close, onChanged: changed };
  const { id, current_period_end: end } = subscription;
  const asks = {
    'end trial': [words.endTrialTitle, words.endTrialText, words.endTrial, { trial_end: 'now' }, words.changed],
    pause: [words.pauseTitle, words.pauseText(date(end)), words.pause, { pause_at_period_end: true }, words.paused],
    'past due': [words.pastDueTitle, words.pastDueText, words.pastDue, { status: 'past_due' as const }, words.changed],
  } as const;
  const ask = asked !== null && asked in asks ? asks[asked as keyof typeof asks] : null;
  return (
    <>
      <Button icon={Repeat} onPress={() => setAsked('product')}>
        {words.changeProduct}
      </Button>
      <ActionMenu label={words.more} actions={actions}>
        <Button icon={Ellipsis}>{words.more}</Button>
      </ActionMenu>
      {asked === 'product' && <ChangeProductDialog {...props} />}
      {asked === 'seats' && <ChangeSeatsDialog {...props} />}
      {asked === 'trial' && <ChangeTrialDialog {...props} />}
      {asked === 'transfer' && <TransferDialog {...props} />}
      {asked === 'cancel' && <CancelDialog {...props} how="at period end" />}
      {asked === 'revoke' && <CancelDialog {...props} how="at once" />}
      {ask && (
        <ConfirmDialog
          title={ask[0]}
          text={ask[1]}
          confirm={ask[2]}
          isDestructive={asked !== 'end trial'}
          isOpen
          onClose={close}
          onConfirm={async () => {
            await updateSubscription(id, ask[3]);
            await changed(ask[4]);
          }}
        />
      )}
    </>
  );
}

/** Shows what has become of the subscription. */
export function useChanged(): (text: string) => Promise<void> {
  const queries = useQueryClient();
  return async (text) => {
    const names = ['subscriptions', 'customers', 'grants', 'keys', 'seats', 'timeline', 'figures'];
    await Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [name] })));
    toast(text);
  };
}

function useActions(
  subscription: Subscription,
  changed: (text: string) => Promise<void>,
  ask: (asked: Asked) => void,
): readonly Action[] {
  const { subscription: words } = useWords();
  const textOf = useProblemText();
  const { id, cancel_at_period_end: isEnding, pause_at_period_end: isPausing, seats } = subscription;
  const status = statusOf(subscription);
  const make = (change: Parameters<typeof updateSubscription>[1], text: string) => (): void => {
    updateSubscription(id, change).then(
      () => changed(text),
      (error: unknown) => badToast(textOf(error)),
    );
  };
  const isRunning = status === 'active' || status === 'trialing';
  const all: readonly (Action | false)[] = [
    seats !== null && { id: 'seats', label: words.changeSeats, icon: Armchair, onAction: () => ask('seats') },
    isRunning && { id: 'trial', label: words.changeTrial, icon: CalendarClock, onAction: () => ask('trial') },
    status === 'trialing' && {
      id: 'end-trial',
      label: words.endTrial,
      icon: FastForward,
      onAction: () => ask('end trial'),
    },
    status === 'past_due'
      ? { id: 'paid', label: words.paid, icon: CircleDollarSign, onAction: make({ status: 'active' }, words.changed) }
      : status === 'active' && {
          id: 'past-due',
          label: words.pastDue,
          icon: CircleDollarSign,
          onAction: () => ask('past due'),
        },
    status === 'paused' && { id: 'resume', label: words.resume, icon: Play, onAction: make({ resume: true }, words.resumed) },
    isRunning &&
      !isEnding &&
      (isPausing
        ? { id: 'unpause', label: words.unpause, icon: Play, onAction: make({ pause_at_period_end: false }, words.resumed) }
        : { id: 'pause', label: words.pause, icon: Pause, onAction: () => ask('pause') }),
    { id: 'transfer', label: words.transfer, icon: UserRoundPen, onAction: () => ask('transfer') },
    isEnding
      ? { id: 'uncancel', label: words.uncancel, icon: Undo2, onAction: make({ cancel_at_period_end: false }, words.uncanceled) }
      : { id: 'cancel', label: words.cancel, icon: CalendarX, isBad: true, onAction: () => ask('cancel') },
    { id: 'revoke', label: words.revoke, icon: Ban, isBad: true, onAction: () => ask('revoke') },
  ];
  return all.filter((action) => action !== false);
}
