/** So long a session cannot export after the process that made an export was killed. */
const LEASE_MS = 60_000;

export const leaseUntil = (now: Date): Date => new Date(now.getTime() + LEASE_MS);
