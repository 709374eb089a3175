import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer, newIdempotencyKey, type Schema } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Avatar, Day, Status, type Tone } from '../../ui/display.tsx';
import { useLast } from '../../ui/last.ts';
import { useProblemText } from '../../ui/problem-text.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { badToast, toast } from '../../ui/toasts.tsx';
import { api, useMay } from '../context.ts';
import { ReassignDialog } from './reassign-dialog.tsx';
import { useWords } from '../words/index.ts';

type Seat = Schema<'CustomerSeat'>;

const TONES: Record<Seat['status'], Tone> = { pending: 'warn', claimed: 'good', revoked: 'idle' };

/** The seats of a purchase. A revoked one has no holder. */
export function SeatTable({ seats }: { readonly seats: readonly Seat[] }): ReactNode {
  const { pool: words } = useWords();
  const { actions } = useUiWords();
  const textOf = useProblemText();
  const queries = useQueryClient();
  const mayAssign = useMay('customer_seats:write');
  const [revoked, setRevoked] = useState<Seat | null>(null);
  const [given, setGiven] = useState<Seat | null>(null);
  const last = useLast(revoked);
  const addressOf = ({ email, member }: Seat): string => member?.email ?? email ?? words.revokedSeat;

  const resend = async (seat: Seat): Promise<void> => {
    const headers = { 'Idempotency-Key': newIdempotencyKey() };
    try {
      await answer(api.POST('/v1/customer-seats/{seat_id}/resend', { params: { path: { seat_id: seat.id } }, headers }));
      await queries.invalidateQueries({ queryKey: ['seats'] });
      toast(words.resent(addressOf(seat)));
    } catch (error) {
      badToast(textOf(error));
    }
  };
  const revoke = async (): Promise<void> => {
    await answer(api.DELETE('/v1/customer-seats/{seat_id}', { params: { path: { seat_id: last!.id } } }));
    await Promise.all(['seats', 'grants', 'keys'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
    toast(words.revoked);
  };
  const buttons: Column<Seat> = {
    id: 'actions',
    title: actions,
    isTitleHidden: true,
    cell: (seat) =>
      seat.status !== 'revoked' && (
        <div className="row end">
          {seat.status === 'pending' && (
            <Button small look="quiet" aria-label={words.resendOf(addressOf(seat))} onPress={() => void resend(seat)}>
              {words.resend}
            </Button>
          )}
          <Button small look="quiet" aria-label={words.reassignOf(addressOf(seat))} onPress={() => setGiven(seat)}>
            {words.reassign}
          </Button>
          <Button small look="quiet-danger" aria-label={words.revokeOf(addressOf(seat))} onPress={() => setRevoked(seat)}>
            {words.revoke}
          </Button>
        </div>
      ),
  };
  const columns: readonly Column<Seat>[] = [
    {
      id: 'holder',
      title: words.holder,
      cell: (seat) =>
        seat.status === 'revoked' ? (
          <span className="faint">{words.revokedSeat}</span>
        ) : (
          <div className="person">
            <Avatar name={addressOf(seat)} />
            <div>{addressOf(seat)}</div>
          </div>
        ),
    },
    { id: 'state', title: words.state, cell: ({ status }) => <Status tone={TONES[status]}>{words.status[status]}</Status> },
    {
      id: 'until',
      title: words.until,
      cell: ({ status, invitation_token_expires_at: until }) => (status === 'pending' && until ? <Day at={until} /> : '–'),
    },
    ...(mayAssign ? [buttons] : []),
  ];
  return (
    <>
      <Table label={words.holder} columns={columns} rows={seats} rowId={({ id }) => id} />
      {given && <ReassignDialog seat={given.id} holder={addressOf(given)} onClose={() => setGiven(null)} />}
      <ConfirmDialog
        title={words.revokeTitle(last ? addressOf(last) : '')}
        text={words.revokeText}
        confirm={words.revoke}
        isDestructive
        isOpen={revoked !== null}
        onClose={() => setRevoked(null)}
        onConfirm={revoke}
      />
    </>
  );
}
