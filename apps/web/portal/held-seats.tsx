import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { addressOf, isOf, type Member, type Pool, type Seat, seatsQuery } from './pools.ts';
import { useResend } from './seats-card.tsx';
import { useWords } from './words/index.ts';

interface Held {
  readonly seat: Seat;
  readonly product: string;
}

/** The seats that a member has, or is invited to, with what they are seats of. */
export function useSeatsOf(pools: readonly Pool[]): (member: Member) => readonly Held[] {
  const all = useQueries({ queries: pools.map(({ purchase }) => seatsQuery(purchase)) });
  const held = all.flatMap(({ data }, index) =>
    (data?.seats ?? []).filter(({ status }) => status !== 'revoked').map((seat) => ({ seat, product: pools[index]!.name })),
  );
  return (member) => held.filter(({ seat }) => isOf(seat, member));
}

/** A seat of a member: taken, or with an invitation that can be sent again. */
export function HeldSeat({
  held: { seat, product },
  onRevoke,
}: {
  readonly held: Held;
  readonly onRevoke: (seat: Seat) => void;
}): ReactNode {
  const words = useWords().team;
  const resend = useResend();
  const isPending = seat.status === 'pending';
  return (
    <>
      <bdi>{isPending ? words.invitedTo(product) : product}</bdi>
      {isPending && (
        <Button small look="quiet" aria-label={words.resendOf(addressOf(seat))} onPress={() => void resend(seat)}>
          {words.resend}
        </Button>
      )}
      <Button small look="quiet" aria-label={words.revokeOf(addressOf(seat))} onPress={() => onRevoke(seat)}>
        {words.revoke}
      </Button>
    </>
  );
}
