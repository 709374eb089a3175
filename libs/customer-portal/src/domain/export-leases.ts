/** The right of a session to make an export, for a limited time, so that it makes one at a time. */
export interface ExportLease {
  readonly id: string;
  readonly sessionId: string;
  readonly expiresAt: Date;
}

/** The leases of all processes. A lease ends when it is returned or expires. */
export abstract class ExportLeases {
  /** Null if the session has the lease now; otherwise when the lease that it has already expires. */
  abstract acquire(lease: ExportLease, now: Date): Promise<Date | null>;

  /** Lets a lease expire later. Has no effect if the session has another lease by now. */
  abstract extend(lease: ExportLease): Promise<void>;

  /** Returns a lease. Has no effect if the session has another lease by now. */
  abstract release(lease: Pick<ExportLease, 'id' | 'sessionId'>): Promise<void>;
}
