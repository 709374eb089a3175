import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pause, Play, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../api/client.ts';
import { useFormats, useUiWords } from '../i18n/languages.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx';
import { TextInput } from '../ui/fields.tsx';
import { ApiForm } from '../ui/form.tsx';
import { useProblemText } from '../ui/problem-text.ts';
import { badToast, toast } from '../ui/toasts.tsx';
import { api, sellerQuery } from './context.ts';
import { useWords } from './words/index.ts';

type Subscription = Schema<'CustomerSubscription'>;
type Change =
  Schema<'CustomerSubscriptionPause'> | Schema<'CustomerSubscriptionResume'> | Schema<'CustomerSubscriptionUpdateSeats'>;

const RUNNING = new Set<Subscription['status']>(['trialing', 'active', 'past_due']);

/** What the customer may do with the subscription besides ending it, where the seller allows it. */
export function SubscriptionChanges({ subscription }: { readonly subscription: Subscription }): ReactNode {
  const words = useWords().purchases;
  const { date } = useFormats();
  const textOf = useProblemText();
  const queries = useQueryClient();
  const allowed = useQuery(sellerQuery).data?.customer_portal_settings.subscription;
  const [open, setOpen] = useState<'pause' | 'seats' | null>(null);
  const { id, status, seats, cancel_at_period_end: ends, pause_at_period_end: pauses, current_period_end } = subscription;
  const isRunning = RUNNING.has(status) && !ends;

  const change = async (body: Change, done: string): Promise<void> => {
    await answer(api.PATCH('/v1/customer-portal/subscriptions/{id}', { params: { path: { id } }, body }));
    await Promise.all(['subscriptions', 'seats'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
    toast(done);
  };
  const changeNow = (body: Change, done: string): void =>
    void change(body, done).catch((error: unknown) => badToast(textOf(error)));
  return (
    <>
      {allowed?.update_seats && seats !== null && isRunning && (
        <Button look="quiet" icon={Users} onPress={() => setOpen('seats')}>
          {words.changeSeats}
        </Button>
      )}
      {allowed?.pause && isRunning && !pauses && (
        <Button look="quiet" icon={Pause} onPress={() => setOpen('pause')}>
          {words.pause}
        </Button>
      )}
      {allowed?.pause && isRunning && pauses && (
        <Button look="quiet" icon={Play} onPress={() => changeNow({ pause_at_period_end: false }, words.notPaused)}>
          {words.doNotPause}
        </Button>
      )}
      {allowed?.pause && status === 'paused' && (
        <Button look="quiet" icon={Play} onPress={() => changeNow({ resume: true }, words.unpaused)}>
          {words.unpause}
        </Button>
      )}
      <ConfirmDialog
        title={words.pauseTitle(subscription.product.name)}
        text={words.pauseText(date(current_period_end))}
        confirm={words.pause}
        isOpen={open === 'pause'}
        onClose={() => setOpen(null)}
        onConfirm={() => change({ pause_at_period_end: true }, words.pauses(date(current_period_end)))}
      />
      {open === 'seats' && (
        <SeatsDialog
          seats={seats ?? 1}
          onClose={() => setOpen(null)}
          onChange={async (number) => {
            await change({ seats: number }, words.seatsChanged);
            setOpen(null);
          }}
        />
      )}
    </>
  );
}

function SeatsDialog({
  seats,
  onClose,
  onChange,
}: {
  readonly seats: number;
  readonly onClose: () => void;
  readonly onChange: (seats: number) => Promise<void>;
}): ReactNode {
  const words = useWords().purchases;
  const { save } = useUiWords();
  return (
    <Dialog title={words.changeSeats} isOpen onClose={onClose}>
      <p className="soft">{words.changeSeatsText}</p>
      <ApiForm submitLabel={save} onSubmit={(form) => onChange(Number(form.get('seats')))} onCancel={onClose}>
        <TextInput name="seats" inputMode="numeric" label={words.seats} defaultValue={String(seats)} autoFocus isRequired />
      </ApiForm>
    </Dialog>
  );
}
