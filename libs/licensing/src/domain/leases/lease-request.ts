import type { UnitsRequest } from '../counters/leased-units.ts';
import type { Installation } from '../keys/license-key.types.ts';

/** What an application sends to get a lease: its activation, or what is needed to activate it. */
export interface LeaseRequest {
  readonly activationId: string | null;
  /** For an existing activation, only `conditions` and `benefitId` count: they have to match. */
  readonly installation: Installation;
  /** The public key of the device, if it gave one. */
  readonly deviceKey?: string | undefined;
  /** Units of counters that the lease is to have, and had. */
  readonly units?: UnitsRequest | undefined;
}
