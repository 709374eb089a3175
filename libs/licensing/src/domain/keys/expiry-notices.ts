const DAY_MS = 86_400_000;

const DEFAULT_DAYS: readonly number[] = [30, 7, 1];

/** How long before its expiry a key is announced to expire, and of what its owner gets an e-mail. */
export interface ExpiryNoticesPolicy {
  /** None if empty; 30, 7 and 1 if left out. */
  readonly days?: readonly number[];
  readonly mails?: { readonly expiring?: boolean; readonly expired?: boolean };
}

interface Expiring {
  readonly expiresAt: Date | null;
  readonly policy: { readonly expiryNotices?: ExpiryNoticesPolicy } | null;
}

/** That a key expires in so many days, the last one begun; with 0 it has expired. */
export interface ExpiryNotice {
  readonly daysLeft: number;
}

/** The next moment of a key that was stored before there were notices. Nothing is due: it is calculated when the key is looked at. */
export const UNKNOWN_MOMENT = new Date(0);

/**
 * When it is announced that a key expires: so many days before, and when it has expired. What is stored is the next moment: all before
 * it were announced, or had passed when the expiry was set.
 */
export class ExpiryNotices {
  private hasMoved = false;

  /** Undefined if it was not loaded. Null if nothing is left to announce. */
  constructor(public nextAt: Date | null | undefined) {}

  /** The key was issued. What has passed is not announced, not even that a key has expired that was issued elsewhere. */
  begin(key: Expiring, now: Date): void {
    this.moveTo(firstAfter(now, key));
  }

  /** The expiry is another one. An end that has passed is announced, unless that happened before. */
  restart(key: Expiring, before: Date | null, now: Date): void {
    const { expiresAt } = key;
    const hasEnded = expiresAt !== null && expiresAt <= now;
    const wasAnnounced = before !== null && this.nextAt === null;
    this.moveTo(hasEnded && !wasAnnounced ? expiresAt : firstAfter(now, key));
  }

  /** The days are others. What is due stays due. */
  follow(key: Expiring, now: Date): void {
    if (!this.nextAt || this.nextAt > now) this.moveTo(firstAfter(now, key));
  }

  /** What is due: of several notices the last one. Undefined if none is. */
  take(key: Expiring, now: Date): ExpiryNotice | undefined {
    const since = this.nextAt;
    if (!since || since > now) return undefined;
    this.moveTo(firstAfter(now, key));
    const isKnown = since.getTime() !== UNKNOWN_MOMENT.getTime();
    if (!isKnown || !momentsOf(key).some((at) => at >= since && at <= now)) return undefined;
    return { daysLeft: Math.max(0, Math.ceil((key.expiresAt!.getTime() - now.getTime()) / DAY_MS)) };
  }

  /** Whether the next moment has to be stored; false from then on. */
  pullMoved(): boolean {
    const { hasMoved } = this;
    this.hasMoved = false;
    return hasMoved;
  }

  private moveTo(nextAt: Date | null): void {
    if (this.nextAt?.getTime() === nextAt?.getTime() && this.nextAt !== undefined) return;
    this.nextAt = nextAt;
    this.hasMoved = true;
  }
}

/** The earliest first. */
function momentsOf({ expiresAt, policy }: Expiring): Date[] {
  if (expiresAt === null) return [];
  const days = policy?.expiryNotices?.days ?? DEFAULT_DAYS;
  return [...days, 0].toSorted((some, other) => other - some).map((each) => new Date(expiresAt.getTime() - each * DAY_MS));
}

const firstAfter = (now: Date, key: Expiring): Date | null => momentsOf(key).find((at) => at > now) ?? null;
