import type { Activation } from '../activations/activation.ts';
import { installationsOf, MOST_INSTALLATIONS } from '../activations/places.ts';
import type { FloatingPolicy } from '../policy/floating-policy.ts';

const SECOND_MS = 1000;
/** Expired check-outs are ended after so long. Until then an application learns that its check-out has expired. */
const SWEEP_DELAY_MS = 3_600_000;

/**
 * The check-outs of a floating key. Time and number are those of the database, read after the key was locked: whoever had the lock
 * before decided at an earlier time.
 */
export class CheckOuts {
  private now: Date | null = null;
  private counted: number | null = null;

  constructor(private readonly policy: FloatingPolicy) {}

  copy(): CheckOuts {
    const copy = new CheckOuts(this.policy);
    copy.now = this.now;
    copy.counted = this.counted;
    return copy;
  }

  /** Several statements may read the time. The latest one holds for all decisions about the key. */
  readAt(now: Date): void {
    if (this.now === null || now > this.now) this.now = now;
  }

  /** How many check-outs were live at a time. Only commands that may check out count them. */
  countedAt(now: Date, live: number): void {
    this.readAt(now);
    this.counted = live;
  }

  /** The time that holds for all decisions about the key; null if none was read. */
  get time(): Date | null {
    return this.now;
  }

  get overdraft(): number {
    return this.policy.overdraft;
  }

  /** Slots that are checked out, those of leases that outlive their activations included. */
  get taken(): number {
    if (this.counted === null) throw new Error('The check-outs of the license key were not counted');
    return this.counted;
  }

  get areCounted(): boolean {
    return this.counted !== null;
  }

  isLive({ checkoutExpiresAt }: Activation): boolean {
    return checkoutExpiresAt !== null && checkoutExpiresAt > this.now!;
  }

  /** Whether an installation has checked out the place that it shares with the activation. */
  hasSlot({ placeId }: Activation, activations: readonly Activation[]): boolean {
    return activations.some((each) => each.placeId === placeId && each.isLive && this.isLive(each));
  }

  /** Whether one more check-out can share the place. */
  hasRoom(place: Pick<Activation, 'placeId'>, activations: readonly Activation[]): boolean {
    const { perDevice = MOST_INSTALLATIONS } = this.policy.processes ?? {};
    return installationsOf(place, activations).filter((each) => this.isLive(each)).length < perDevice;
  }

  /** Checks a slot out to an activation, or renews its check-out. A lease borrows it for longer. `hasSlot`: its place has one. */
  checkOut(activation: Activation, hasSlot: boolean, borrowedUntil?: Date): void {
    const end = new Date(this.now!.getTime() + this.policy.checkoutSeconds * SECOND_MS);
    this.hold(activation, borrowedUntil && borrowedUntil > end ? borrowedUntil : end);
    if (!hasSlot && this.counted !== null) this.counted += 1;
  }

  /** A place gives its slot back: its last activation ended, or its leases hold it no more. */
  giveBack(): void {
    if (this.counted !== null) this.counted -= 1;
  }

  /** Whether the check-out has expired long ago. Otherwise it is looked at again when it may have. */
  isDue(activation: Activation): boolean {
    const sweepAt = sweptAfter(activation.checkoutExpiresAt!);
    if (sweepAt <= this.now!) return true;
    activation.postponeSweep(sweepAt);
    return false;
  }

  /** A check-out that was granted never ends sooner. */
  private hold(activation: Activation, until: Date): void {
    const { checkoutExpiresAt } = activation;
    const expiresAt = checkoutExpiresAt !== null && checkoutExpiresAt > until ? checkoutExpiresAt : until;
    activation.checkOut({ expiresAt, lastHeartbeatAt: this.now!, sweepAt: sweptAfter(expiresAt) });
  }
}

const sweptAfter = (expiresAt: Date): Date => new Date(expiresAt.getTime() + SWEEP_DELAY_MS);
