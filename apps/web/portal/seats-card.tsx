import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MailPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { SEAT_INVITATION_LIFETIME } from '../../../libs/support/src/credentials/lifetimes.ts';
import { answer, newIdempotencyKey } from '../api/client.ts';
import { useFormats } from '../i18n/languages.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx';
import { Avatar, Bar, Day } from '../ui/display.tsx';
import { TextInput } from '../ui/fields.tsx';
import { ApiForm } from '../ui/form.tsx';
import { useLast } from '../ui/last.ts';
import { useProblemText } from '../ui/problem-text.ts';
import { Card, Loaded } from '../ui/surfaces.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { badToast, toast } from '../ui/toasts.tsx';
import { api, useReadOnly } from './context.ts';
import { addressOf, type Purchase, type Seat, seatsQuery } from './pools.ts';
import { useWords } from './words/index.ts';

/** The seats of one purchase, and who is invited to them. Whoever has taken one is among the members, if the page has them. */
export function SeatsCard({
  product,
  purchase,
  hasMembers,
}: {
  readonly product: string;
  readonly purchase: Purchase;
  readonly hasMembers: boolean;
}): ReactNode {
  const words = useWords().team;
  const resend = useResend();
  const isReadOnly = useReadOnly();
  const [isInviting, setInviting] = useState(false);
  const [revoked, setRevoked] = useState<Seat | null>(null);
  const seats = useQuery(seatsQuery(purchase));

  const columns: readonly Column<Seat>[] = [
    {
      id: 'holder',
      title: words.holder,
      cell: (seat) => (
        <div className="person">
          <Avatar name={addressOf(seat)} />
          <bdi>{addressOf(seat)}</bdi>
        </div>
      ),
    },
    {
      id: 'until',
      title: words.until,
      cell: ({ invitation_token_expires_at: until }) => (until ? <Day at={until} /> : '–'),
    },
    {
      id: 'actions',
      title: words.revoke,
      isTitleHidden: true,
      cell: (seat) =>
        !isReadOnly && (
          <div className="row end">
            {seat.status === 'pending' && (
              <Button small look="quiet" aria-label={words.resendOf(addressOf(seat))} onPress={() => void resend(seat)}>
                {words.resend}
              </Button>
            )}
            <Button small look="quiet" aria-label={words.revokeOf(addressOf(seat))} onPress={() => setRevoked(seat)}>
              {words.revoke}
            </Button>
          </div>
        ),
    },
  ];
  return (
    <Loaded of={seats}>
      {({ seats: all, available_seats, total_seats }) => {
        const shown = all.filter(({ status, member_id }) =>
          hasMembers ? status === 'pending' && member_id === null : status !== 'revoked',
        );
        const used = total_seats - available_seats;
        const invite = (
          <>
            <Bar value={used} limit={total_seats} label={words.seatsOf(used, total_seats)} />
            <Button small icon={MailPlus} isDisabled={isReadOnly || available_seats <= 0} onPress={() => setInviting(true)}>
              {words.invite}
            </Button>
          </>
        );
        return (
          <Card title={words.seats(product)} note={words.seatsOf(used, total_seats)} end={invite} flush>
            {shown.length === 0 ? (
              <p className="card-body faint">{hasMembers ? words.amongMembers : words.noSeatTaken}</p>
            ) : (
              <Table label={words.seats(product)} columns={columns} rows={shown} rowId={({ id }) => id} />
            )}
            <Invite product={product} purchase={purchase} isOpen={isInviting} onClose={() => setInviting(false)} />
            <RevokeSeat seat={revoked} onClose={() => setRevoked(null)} />
          </Card>
        );
      }}
    </Loaded>
  );
}

/** Sends an invitation again. */
export function useResend(): (seat: Seat) => Promise<void> {
  const words = useWords().team;
  const textOf = useProblemText();
  return async (seat) => {
    try {
      const params = { path: { seat_id: seat.id } };
      const headers = { 'idempotency-key': newIdempotencyKey() };
      await answer(api.POST('/v1/customer-portal/seats/{seat_id}/resend', { params, headers }));
      toast(words.resent(addressOf(seat)));
    } catch (error) {
      badToast(textOf(error));
    }
  };
}

interface DialogState {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function Invite({
  product,
  purchase,
  isOpen,
  onClose,
}: DialogState & { readonly product: string; readonly purchase: Purchase }): ReactNode {
  const words = useWords().team;
  const formats = useFormats();
  const queries = useQueryClient();
  const invite = async (form: FormData): Promise<void> => {
    const email = String(form.get('email')).trim();
    const headers = { 'idempotency-key': newIdempotencyKey() };
    await answer(api.POST('/v1/customer-portal/seats', { headers, body: { ...purchase, email } }));
    await Promise.all([queries.invalidateQueries({ queryKey: ['seats'] }), queries.invalidateQueries({ queryKey: ['members'] })]);
    onClose();
    toast(words.invited(email));
  };
  return (
    <Dialog title={words.inviteTitle(product)} isOpen={isOpen} onClose={onClose}>
      <p className="soft">{words.inviteText(formats.duration(SEAT_INVITATION_LIFETIME))}</p>
      <ApiForm submitLabel={words.invite} onSubmit={invite} onCancel={onClose}>
        <TextInput name="email" type="email" label={words.email} autoFocus isRequired />
      </ApiForm>
    </Dialog>
  );
}

/** Asks whether a seat should be taken from somebody; null is none. */
export function RevokeSeat({ seat, onClose }: { readonly seat: Seat | null; readonly onClose: () => void }): ReactNode {
  const words = useWords().team;
  const queries = useQueryClient();
  const last = useLast(seat);
  const revoke = async (): Promise<void> => {
    await answer(api.DELETE('/v1/customer-portal/seats/{seat_id}', { params: { path: { seat_id: last!.id } } }));
    await queries.invalidateQueries({ queryKey: ['seats'] });
    toast(words.revoked);
  };
  return (
    <ConfirmDialog
      title={words.revokeTitle(last ? addressOf(last) : '')}
      text={words.revokeText}
      confirm={words.revoke}
      isDestructive
      isOpen={seat !== null}
      onClose={onClose}
      onConfirm={revoke}
    />
  );
}
