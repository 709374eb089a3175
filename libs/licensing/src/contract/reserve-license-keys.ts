import { Command } from '@nestjs/cqrs';

/** A key string of the seller's own, for the grant of a benefit that a purchase will bring. */
export interface KeyToReserve {
  readonly benefitId: string;
  readonly key: string;
  /** What was used of the key before. */
  readonly history?: ReservedHistory;
}

export interface ReservedHistory {
  readonly usage: number;
  readonly installations: readonly {
    readonly label: string;
    readonly conditions: { readonly [key: string]: string | number | boolean };
    readonly meta: { readonly [key: string]: string | number | boolean };
    readonly device: string | null;
  }[];
  /** What the key has of its own; what is left out is that of the benefit. */
  readonly terms?: {
    readonly limitActivations?: number | null;
    readonly limitUsage?: number | null;
    /** ISO 8601 in UTC. */
    readonly expiresAt?: string | null;
    readonly status?: 'granted' | 'disabled' | 'revoked';
    readonly metadata?: { readonly [name: string]: string | number | boolean };
  };
}

/**
 * Sent before a purchase is stored: its grants get these keys instead of generated ones. Throws a `ValidationFailed` with paths
 * such as `licenseKeys.0.key` for strings that are used by other keys, and for benefits that have no license keys or are named
 * twice.
 */
export class ReserveLicenseKeys extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly purchaseId: string,
    readonly keys: readonly KeyToReserve[],
    /** Checks the keys and stores nothing. */
    readonly isDryRun = false,
  ) {
    super();
  }
}
