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

/**
 * A key, with the next moment at which it is announced that it expires, so many days before, or that it has expired: all before it were
 * announced, or had passed when the expiry was set. Null if nothing is left to announce, undefined if it was not loaded.
 */
interface Announced extends Expiring {
  readonly noticeAt?: Date | null;
}

/** That a key expires in so many days, the last one begun; with 0 it has expired. */
interface ExpiryNotice {
  readonly daysLeft: number;
}

/** The next moment of a key that was stored before there were notices. Nothing is due: it is calculated when the key is looked at. */
export const UNKNOWN_MOMENT = new Date(0);

/** The first moment of a key that was issued. What has passed is not announced, not even that a key has expired that was issued elsewhere. */
export const firstNotice = (key: Expiring, now: Date): Date | null => momentsOf(key).find((at) => at > now) ?? null;

/** The next moment after the expiry has changed. An end that has passed is announced, unless that happened before. */
export function noticeOfNewExpiry(key: Announced, before: Date | null, now: Date): Date | null {
  const { expiresAt, noticeAt } = key;
  const hasEnded = expiresAt !== null && expiresAt <= now;
  const wasAnnounced = before !== null && noticeAt === null;
  return hasEnded && !wasAnnounced ? expiresAt : firstNotice(key, now);
}

/** The next moment after the days have changed. What is due stays due. */
export const noticeOfNewDays = (key: Announced, now: Date): Date | null =>
  isDue(key, now) ? key.noticeAt! : firstNotice(key, now);

/** Whether the moment has come. */
export const isDue = ({ noticeAt }: Announced, now: Date): boolean => Boolean(noticeAt && noticeAt <= now);

/** What is due: of several notices the last one. Undefined if none is. */
export function dueNotice(key: Announced, now: Date): ExpiryNotice | undefined {
  const since = key.noticeAt;
  if (!since || since > now || since.getTime() === UNKNOWN_MOMENT.getTime()) return undefined;
  if (!momentsOf(key).some((at) => at >= since && at <= now)) return undefined;
  return { daysLeft: Math.max(0, Math.ceil((key.expiresAt!.getTime() - now.getTime()) / DAY_MS)) };
}

/** The earliest first. */
function momentsOf({ expiresAt, policy }: Expiring): Date[] {
  if (expiresAt === null) return [];
  const days = policy?.expiryNotices?.days ?? DEFAULT_DAYS;
  return [...days, 0].toSorted((some, other) => other - some).map((each) => new Date(expiresAt.getTime() - each * DAY_MS));
}
