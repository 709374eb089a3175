import { newId } from '#kernel';
import type { Recipient } from '../src/domain/seat.ts';
import type { SeatState } from '../src/domain/seat-pool-state.ts';
import { type Assignment, SeatPool } from '../src/domain/seat-pool.ts';

export const NOW = new Date('2026-06-01T12:00:00.000Z');

const HOUR_MS = 3_600_000;

export const hoursAfterNow = (hours: number): Date => new Date(NOW.getTime() + hours * HOUR_MS);

export const aMember = (email = `${newId()}@acme.example`): Recipient => ({ memberId: newId(), email });

export const to = (recipient: Recipient, metadata: Assignment['metadata'] = {}): Assignment => ({ recipient, metadata });

export const digestOf = (token: string): Buffer => Buffer.from(token.padEnd(32, '.'));

/** `aSeatPool().of(3).pool()`: a pool of three purchased seats of a subscription. */
export class SeatPoolBuilder {
  private seats = 2;
  private purchase = { organizationId: newId(), customerId: newId(), subscriptionId: newId() as string | null, orderId: null };

  of(seats: number): this {
    this.seats = seats;
    return this;
  }

  in(organizationId: string): this {
    this.purchase = { ...this.purchase, organizationId };
    return this;
  }

  by(customerId: string): this {
    this.purchase = { ...this.purchase, customerId };
    return this;
  }

  pool(): SeatPool {
    return SeatPool.create({ ...this.purchase, seats: this.seats }, NOW);
  }

  /** The pool with a pending seat for each recipient. */
  assignedTo(...recipients: Recipient[]): { readonly pool: SeatPool; readonly seats: Readonly<SeatState>[] } {
    const pool = this.pool();
    const seats = pool.assign(
      recipients.map((recipient) => to(recipient)),
      NOW,
    );
    pool.pullEvents();
    pool.pullChangedSeats();
    return { pool, seats };
  }
}

export const aSeatPool = (): SeatPoolBuilder => new SeatPoolBuilder();
