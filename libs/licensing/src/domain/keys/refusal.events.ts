import { DomainEvent } from '#kernel';
import type { Operation } from '../checks/check.ts';
import { type LicenseKeyPayload, payloadOf } from './license-key-payload.ts';
import type { PresentedSnapshot } from './license-key-fields.ts';

type RefusalPayload = LicenseKeyPayload & {
  readonly operation: Operation;
  readonly code: string;
  readonly limit_activations: number | null;
  /** What lets the next device pass: a sentence for the seller. */
  readonly help: string;
  /** When the same may be permitted, as an ISO text; null if that is not known. */
  readonly retry_at: string | null;
};

/** A limit refused a device; at most once a key and hour. */
export class LicenseKeyActivationRefused extends DomainEvent<'license_key.activation_refused', RefusalPayload> {
  readonly name = 'license_key.activation_refused';

  constructor(key: PresentedSnapshot, at: Date, refused: Pick<RefusalPayload, 'operation' | 'code' | 'help' | 'retry_at'>) {
    super(key.organizationId, key.id, at, { ...payloadOf(key), limit_activations: key.limitActivations, ...refused });
  }
}
