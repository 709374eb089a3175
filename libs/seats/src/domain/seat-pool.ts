import { AggregateRoot, ResourceNotFound } from '#kernel';
import {
  InvalidInvitationToken,
  SeatAlreadyAssigned,
  SeatNotAssigned,
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
import { type Recipient, Seat } from './seat.ts';
import {
  type SeatMetadata,
  type SeatState,
  unassignedState,
  openedState,
  type PoolPurchase,
  type SeatPoolState,
} from './seat-pool-state.ts';

export interface Assignment {
  readonly recipient: Recipient;
  readonly metadata: SeatMetadata;
}

/** A member and an e-mail address may hold one seat of a pool each. */
const holderKeys = ({ memberId, email }: { readonly memberId: string | null; readonly email: string | null }): string[] => [
  `${memberId}`,
  `${email}`.toLowerCase(),
];

/** The seats of one purchase. At most as many seats are pending or claimed as were bought. */
export class SeatPool extends AggregateRoot<SeatPoolState> {
  /** The ids of the seats that changed. */
  private changed?: Set<string>;

  static create(purchase: PoolPurchase, now: Date): SeatPool {
    return new SeatPool(openedState(purchase, now));
  }

  override get snapshot(): Readonly<SeatPoolState> {
    return Object.freeze({ ...this.state, seats: this.seats.map(({ snapshot }) => snapshot) });
  }

  get customerId(): string {
    return this.state.customerId;
  }

  get assigned(): number {
    return this.state.assigned;
  }

  /** Assigns a pending seat to every recipient, all or none. */
  assign(assignments: readonly Assignment[], now: Date): Readonly<SeatState>[] {
    return this.take(assignments, now, (seat) => {
      seat.invite(null, now);
      this.record(new CustomerSeatAssigned(this.state, seat, now));
      this.record(new CustomerSeatInvited(this.state, seat, now));
    });
  }

  /** Assigns a claimed seat to every recipient, all or none. */
  assignClaimed(assignments: readonly Assignment[], now: Date): Readonly<SeatState>[] {
    return this.take(assignments, now, (seat) => {
      seat.claim(now);
      this.record(new CustomerSeatClaimed(this.state, seat, now));
    });
  }

  /** Claims the seat whose invitation token has one of these digests. A token works once. */
  claim(digests: readonly Buffer[], now: Date): Readonly<SeatState> {
    const seat = this.seats.find((each) => each.acceptsToken(digests, now));
    if (!seat) throw new InvalidInvitationToken();
    seat.claim(now);
    this.touch(seat, now);
    this.record(new CustomerSeatClaimed(this.state, seat, now));
    return seat.snapshot;
  }

  /** Returns false if the seat was revoked before. */
  revoke(id: string, now: Date): boolean {
    const seat = this.seatOf(id);
    if (!seat.isAssigned) return false;
    this.record(new CustomerSeatRevoked(this.state, seat, now));
    seat.revoke(now);
    this.touch(seat, now);
    this.state.assigned -= 1;
    this.state.modifiedAt = now;
    return true;
  }

  /** Revokes a seat, and assigns one to somebody else: a pending one, or a claimed one. */
  reassign(id: string, recipient: Recipient, status: 'pending' | 'claimed', now: Date): Readonly<SeatState> {
    if (this.seatOf(id).memberId === recipient.memberId) throw new SeatAlreadyAssigned(recipient.email);
    if (!this.revoke(id, now)) throw new SeatNotAssigned();
    const assignments = [{ recipient, metadata: {} }];
    const [seat] = status === 'claimed' ? this.assignClaimed(assignments, now) : this.assign(assignments, now);
    return seat!;
  }

  /** Revokes a seat and erases its metadata. */
  erase(id: string, now: Date): void {
    this.revoke(id, now);
    const seat = this.seatOf(id);
    seat.erase();
    this.markChanged(seat);
  }

  /** Revokes a pending seat whose invitation has expired; returns false for any other seat. */
  release(id: string, now: Date): boolean {
    return this.seatOf(id).hasExpired(now) && this.revoke(id, now);
  }

  /** Creates a new invitation, to be sent by e-mail. */
  resend(id: string, now: Date): void {
    const seat = this.pending(id);
    seat.invite(null, now);
    this.touch(seat, now);
    this.record(new CustomerSeatInvited(this.state, seat, now));
  }

  /** Creates a new invitation whose token the caller delivers. Returns its expiry. */
  invite(id: string, digest: Buffer, now: Date): Date {
    const seat = this.pending(id);
    seat.invite(digest, now);
    this.touch(seat, now);
    return seat.invitationTokenExpiresAt!;
  }

  /** Attaches a token to an invitation that is being sent. Returns the recipient's address; null if the invitation is outdated. */
  attachTokenForSending(id: string, invitation: number, digest: Buffer, now: Date): string | null {
    const seat = this.seatOf(id);
    if (!seat.isPending || seat.invitation !== invitation || seat.hasExpired(now)) return null;
    seat.setInvitationDigest(digest);
    this.markChanged(seat);
    return seat.email;
  }

  /**
   * The member who holds the seat was merged into another one, who holds it from now on. Nobody holds two seats: if the other one
   * has a seat already, this one is revoked.
   */
  passOn(id: string, remaining: Recipient, now: Date): void {
    const seat = this.seatOf(id);
    if (!seat.isAssigned || seat.memberId === remaining.memberId) return;
    if (this.seats.some((each) => each.isAssigned && each.memberId === remaining.memberId)) return void this.revoke(id, now);
    this.follow(seat, remaining, now);
  }

  /** Updates the e-mail address of the holder. */
  syncEmail(id: string, holder: Recipient, now: Date): void {
    const seat = this.seatOf(id);
    if (seat.memberId === holder.memberId && seat.email !== holder.email) this.follow(seat, holder, now);
  }

  /** Changes the number of bought seats, never below the assigned ones. Returns the revision. */
  resize(seats: number, now: Date): number {
    if (seats === this.state.capacity) return this.state.revision;
    if (seats < this.state.assigned) throw new SeatsAlreadyAssigned(seats, this.state.assigned);
    this.state.capacity = seats;
    this.state.revision += 1;
    this.state.modifiedAt = now;
    this.record(new SeatPoolResized(this.state, now));
    return this.state.revision;
  }

  /** Returns the seats changed since the last call, for those who store them, and forgets which they were. */
  pullChangedSeats(): Readonly<SeatState>[] {
    const changed = this.state.seats.filter(({ id }) => this.changed?.has(id));
    this.changed = undefined;
    return changed;
  }

  private get seats(): Seat[] {
    return this.state.seats.map((seat) => new Seat(seat));
  }

  /** An invitation to another address than that of the holder stops working; the holder gets one at the new address. */
  private follow(seat: Seat, holder: Recipient, now: Date): void {
    const isInvited = seat.isPending && !seat.hasExpired(now) && seat.email !== holder.email;
    seat.updateHolder(holder, now);
    this.markChanged(seat);
    if (!isInvited) return;
    seat.invite(null, now);
    this.record(new CustomerSeatInvited(this.state, seat, now));
  }

  private take(assignments: readonly Assignment[], now: Date, settle: (seat: Seat) => void): Readonly<SeatState>[] {
    this.assertAssignable(assignments);
    const taken = this.freeSeats(assignments.length, now);
    assignments.forEach(({ recipient, metadata }, index) => {
      const seat = taken[index]!;
      seat.assign(this.state.customerId, recipient, metadata, now);
      settle(seat);
      this.markChanged(seat);
    });
    this.state.assigned += taken.length;
    this.state.modifiedAt = now;
    return taken.map(({ snapshot }) => snapshot);
  }

  /** Seats that were loaded come first, then new ones. */
  private freeSeats(count: number, now: Date): Seat[] {
    const free = this.seats.filter((seat) => !seat.isAssigned).slice(0, count);
    const added = Array.from({ length: count - free.length }, () => unassignedState(now));
    this.state.seats = [...this.state.seats, ...added];
    return [...free, ...added.map((seat) => new Seat(seat))];
  }

  private assertAssignable(assignments: readonly Assignment[]): void {
    if (this.state.assigned + assignments.length > this.state.capacity) throw new SeatNotAvailable();
    const holders = new Set(this.seats.filter(({ isAssigned }) => isAssigned).flatMap(holderKeys));
    for (const { recipient } of assignments) {
      const marks = holderKeys(recipient);
      if (marks.some((mark) => holders.has(mark))) throw new SeatAlreadyAssigned(recipient.email);
      for (const mark of marks) holders.add(mark);
    }
  }

  private pending(id: string): Seat {
    const seat = this.seatOf(id);
    if (!seat.isPending) throw new SeatNotPending();
    return seat;
  }

  private seatOf(id: string): Seat {
    const seat = this.state.seats.find((each) => each.id === id);
    if (!seat) throw new ResourceNotFound();
    return new Seat(seat);
  }

  private touch(seat: Seat, now: Date): void {
    seat.touch(now);
    this.markChanged(seat);
  }

  private markChanged(seat: Seat): void {
    (this.changed ??= new Set()).add(seat.id);
  }
}
