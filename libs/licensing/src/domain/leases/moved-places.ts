import { type Lease, type OfflinePolicy, refreshAfter } from './lease.ts';
import { DEFAULT_MOVES, type Move, nextMoveAt } from './moves.ts';

/**
 * Until when leases hold the place that they share if the last activation of it ends now. `known` are all leases of the key whose places
 * may have been moved.
 */
export function placeEndOf(
  leases: readonly Lease[],
  known: readonly Lease[],
  { held = 'released_at_once', moves = DEFAULT_MOVES }: Partial<OfflinePolicy> = {},
  now: Date,
): Date {
  const over = latest(leases.map(({ heldUntil }) => heldUntil));
  if (held === 'until_lease_ends') return over;
  const due = latest(leases.map(refreshAfter));
  return nextMoveAt(movesIn(known), moves, held === 'until_renewal_is_due' && due > now ? due : now) ?? over;
}

/** The places that were released, or will be, before their leases are over. Leases of installations of one device are one move. */
function movesIn(leases: readonly Lease[]): Move[] {
  const moves = new Map<string, Move>();
  for (const { placeId, moveAt } of leases) {
    if (!moveAt) continue;
    const sharing = leases.filter((lease) => lease.placeId === placeId);
    moves.set(placeId, { at: moveAt, verifiesUntil: latest(sharing.map(({ verifiesUntil }) => verifiesUntil)) });
  }
  return [...moves.values()];
}

const latest = (times: readonly Date[]): Date => new Date(Math.max(...times.map((time) => time.getTime())));
