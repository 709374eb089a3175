import { AggregateRoot, newId, ResourceNotFound } from '#kernel';
import {
  InvalidInvitationToken,
  SeatAlreadyAssigned,
  SeatNotAvailable,
  SeatNotPending,
  SeatsAlreadyAssigned,
} from './seat.errors.ts';
import {
  CustomerSeatAssigned,
  CustomerSeatClaimed,
  CustomerSeatInvited,
  CustomerSeatRevoked,
  SeatPoolResized,
} from './seat.events.ts';
import { type Recipient, Seat, type SeatMetadata } from './seat.ts';

/** Of a purchase, what its seats depend on. */
export interface SeatPurchase {
  readonly organizationId: string;
  readonly customerId: string;
  /** Exactly one of both. */
  readonly subscriptionId: string | null;
  readonly orderId: string | null;
  readonly seats: number;
}

export interface Assignment {
  readonly recipient: Recipient;
  readonly metadata: SeatMetadata;
}

/** By which somebody who has a seat is known: the member, and the address. */
const holderKeys = ({ memberId, email }: { readonly memberId: string | null; readonly email: string | null }): string[] => [
  `${memberId}`,
  `${email}`.toLowerCase(),
];

/** The seats of one purchase: never are more of them pending and claimed than were bought. */
export class SeatPool extends AggregateRoot {
  readonly id!: string;
  readonly organizationId!: string;
  readonly customerId!: string;
  readonly subscriptionId!: string | null;
  readonly orderId!: string | null;
  readonly bought!: number;
  /** Pending and claimed. */
  readonly used!: number;
  /** Counts the decisions about what is bought. */
  readonly revision!: number;
  readonly createdAt!: Date;
  readonly modifiedAt!: Date | null;
  /** Those that the change is about; never all of them. */
  readonly seats!: Seat[];
  private changed?: Set<Seat>;

  static open({ organizationId, customerId, subscriptionId, orderId, seats }: SeatPurchase, now: Date): SeatPool {
    const pool = Object.create(SeatPool.prototype) as SeatPool;
    return Object.assign(pool, {
      id: newId(),
      organizationId,
      customerId,
      subscriptionId,
      orderId,
      bought: seats,
      used: 0,
      revision: 0,
      createdAt: now,
      modifiedAt: null,
      seats: [],
    });
  }

  /** Gives each a pending seat, or nobody one. */
  assign(assignments: readonly Assignment[], now: Date): Seat[] {
    return this.take(assignments, now, (seat) => {
      seat.invite(null, now);
      this.record(new CustomerSeatAssigned(this, seat, now));
      this.record(new CustomerSeatInvited(this, seat, now));
    });
  }

  /** Gives each a seat that is claimed at once, or nobody one. */
  assignClaimed(assignments: readonly Assignment[], now: Date): Seat[] {
    return this.take(assignments, now, (seat) => {
      seat.claim(now);
      this.record(new CustomerSeatClaimed(this, seat, now));
    });
  }

  /** Whoever holds the token of an invitation claims its seat, once. */
  claim(digests: readonly Buffer[], now: Date): Seat {
    const seat = this.seats.find((each) => each.isOpenedBy(digests, now));
    if (!seat) throw new InvalidInvitationToken();
    seat.claim(now);
    this.touch(seat, now);
    this.record(new CustomerSeatClaimed(this, seat, now));
    return seat;
  }

  /** Nothing where it was revoked before. */
  revoke(id: string, now: Date): boolean {
    const seat = this.seatOf(id);
    if (!seat.isUsed) return false;
    this.record(new CustomerSeatRevoked(this, seat, now));
    seat.revoke(now);
    this.touch(seat, now);
    Object.assign(this, { used: this.used - 1, modifiedAt: now });
    return true;
  }

  /** Frees a pending seat whose invitation has expired; false for one that is otherwise by now. */
  release(id: string, now: Date): boolean {
    return this.seatOf(id).hasExpired(now) && this.revoke(id, now);
  }

  /** Makes a new invitation that is yet to be sent to the holder. */
  resend(id: string, now: Date): void {
    const seat = this.pending(id);
    seat.invite(null, now);
    this.touch(seat, now);
    this.record(new CustomerSeatInvited(this, seat, now));
  }

  /** Makes a new invitation whose token is handed over by whoever asked for it. Answers until when it is good. */
  invite(id: string, digest: Buffer, now: Date): Date {
    const seat = this.pending(id);
    seat.invite(digest, now);
    this.touch(seat, now);
    return seat.invitationTokenExpiresAt!;
  }

  /** Gives an invitation that is being sent its token. Answers whom it is for; null where it is not the last one, or no longer of use. */
  attachTokenForSending(id: string, invitation: number, digest: Buffer, now: Date): string | null {
    const seat = this.seatOf(id);
    if (!seat.isPending || seat.invitation !== invitation || seat.hasExpired(now)) return null;
    seat.setInvitationDigest(digest);
    this.markChanged(seat);
    return seat.email;
  }

  /** The holder has another address. */
  syncEmail(id: string, { memberId, email }: Recipient, now: Date): void {
    const seat = this.seatOf(id);
    if (seat.memberId !== memberId || seat.email === email) return;
    seat.syncEmail(email, now);
    this.markChanged(seat);
  }

  /** Another number is bought: never fewer than are assigned. Answers the revision of the decision. */
  resize(seats: number, now: Date): number {
    if (seats === this.bought) return this.revision;
    if (seats < this.used) throw new SeatsAlreadyAssigned(seats, this.used);
    Object.assign(this, { bought: seats, revision: this.revision + 1, modifiedAt: now });
    this.record(new SeatPoolResized(this, now));
    return this.revision;
  }

  /** Those that have changed since the last call; they are given out once. */
  pullChangedSeats(): Seat[] {
    const changed = [...(this.changed ?? [])];
    this.changed = undefined;
    return changed;
  }

  private take(assignments: readonly Assignment[], now: Date, settle: (seat: Seat) => void): Seat[] {
    this.assertAssignable(assignments);
    const free = this.seats.filter((seat) => !seat.isUsed);
    const taken = assignments.map(({ recipient, metadata }) => {
      const seat = free.shift() ?? this.anotherSeat(now);
      seat.assign(this.customerId, recipient, metadata, now);
      settle(seat);
      this.markChanged(seat);
      return seat;
    });
    Object.assign(this, { used: this.used + taken.length, modifiedAt: now });
    return taken;
  }

  private assertAssignable(assignments: readonly Assignment[]): void {
    if (this.used + assignments.length > this.bought) throw new SeatNotAvailable();
    const holders = new Set(this.seats.filter(({ isUsed }) => isUsed).flatMap(holderKeys));
    for (const { recipient } of assignments) {
      const marks = holderKeys(recipient);
      if (marks.some((mark) => holders.has(mark))) throw new SeatAlreadyAssigned(recipient.email);
      for (const mark of marks) holders.add(mark);
    }
  }

  private anotherSeat(now: Date): Seat {
    const seat = Seat.unassigned(now);
    this.seats.push(seat);
    return seat;
  }

  private pending(id: string): Seat {
    const seat = this.seatOf(id);
    if (!seat.isPending) throw new SeatNotPending();
    return seat;
  }

  private seatOf(id: string): Seat {
    const seat = this.seats.find((each) => each.id === id);
    if (!seat) throw new ResourceNotFound();
    return seat;
  }

  private touch(seat: Seat, now: Date): void {
    seat.touch(now);
    this.markChanged(seat);
  }

  private markChanged(seat: Seat): void {
    (this.changed ??= new Set()).add(seat);
  }
}
