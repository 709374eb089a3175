import type { Pool } from 'pg';
import type { DomainEvent } from '#kernel';
import type { RecordStatement } from '#engine/idempotency';
import { GroupCommit, type GroupTransaction, PipelinedTransaction } from '#engine/persistence';
import type { Keyring } from '#engine/secrets';
import type { LicenseKey } from '../../domain/keys/license-key.ts';
import { DeviceHasTrial, GrantHasKey, KeyStringsTaken, type Reservation } from '../../domain/keys/key-issuance.ts';
import { DELETE_RESERVATIONS, INSERT_TRIALS } from './license-key-statements.ts';
import { insertsOf } from './license-key-writes.ts';

/** New keys that are stored together or not at all. */
interface NewKeys {
  readonly keys: readonly LicenseKey[];
  readonly events: readonly DomainEvent[];
  /** The reservation of a string that one of the keys now has. */
  readonly used: Reservation | undefined;
  /** The device that gets the key for a trial. */
  readonly device: string | undefined;
}

/**
 * Group commit of new license keys. The strings are claimed first; if one is taken, or a grant or device has a key already, the batch is
 * repeated one call at a time, so that only the call at fault gets the error.
 */
export class LicenseKeyInsertion extends GroupCommit<NewKeys, NewKeys> {
  constructor(
    private readonly pool: () => Promise<Pool>,
    private readonly keyring: Keyring,
  ) {
    super('new LicenseKey', { pool, organizationOf: ({ keys }) => keys[0]!.organizationId });
  }

  insert(keys: readonly LicenseKey[], { used, device }: Partial<Pick<NewKeys, 'used' | 'device'>>): Promise<void> {
    return this.change({ keys, events: keys.flatMap((key) => key.pullEvents()), used, device }, () => undefined);
  }

  /** Every request is found: it brings its own aggregates. */
  protected notFound(): Error {
    return new Error('New license keys are missing');
  }

  protected override eventsOf({ events }: NewKeys): readonly DomainEvent[] {
    return events;
  }

  protected override auditedAfter({ keys }: NewKeys): readonly object[] {
    return keys;
  }

  protected async begin(
    requests: readonly NewKeys[],
    statements: readonly RecordStatement[],
  ): Promise<GroupTransaction<NewKeys>> {
    const keys = requests.flatMap((request) => request.keys);
    const { claim, inserts } = insertsOf(keys, this.keyring);
    const { transaction, rows, first } = await PipelinedTransaction.begin(await this.pool(), [claim], statements);
    const taken = takenOf(keys, rows[0] as { license_key_id: string }[], this.keyring);
    if (taken.length > 0) {
      await transaction.rollback();
      throw new KeyStringsTaken(taken);
    }
    const removals = DELETE_RESERVATIONS.of(requests.flatMap(({ used }) => used ?? []));
    return {
      first,
      found: requests,
      commit: async (_all, others) => {
        const trials = INSERT_TRIALS.of(requests.flatMap((request) => trialsOf(request, this.keyring)));
        await transaction.commit([...inserts, ...trials, ...removals, ...others]).catch(rethrowAsHasKey);
      },
      rollback: () => transaction.rollback(),
    };
  }
}

function rethrowAsHasKey(error: unknown): never {
  const { constraint } = error as { constraint?: string };
  if (constraint === 'trials_pkey') throw new DeviceHasTrial();
  throw constraint === 'license_keys_by_grant' ? new GrantHasKey() : error;
}

const trialsOf = ({ keys, device }: NewKeys, keyring: Keyring) =>
  device === undefined
    ? []
    : keys.map(({ organizationId, benefitId, id: licenseKeyId }) => {
        return { organizationId, benefitId, deviceDigest: keyring.digest('trial-device', device), licenseKeyId };
      });

/** The positions of keys whose string was already taken: not all of its digests could be inserted. */
function takenOf(keys: readonly LicenseKey[], claimed: readonly { license_key_id: string }[], keyring: Keyring): number[] {
  const claims = new Map<string, number>();
  for (const { license_key_id } of claimed) claims.set(license_key_id, (claims.get(license_key_id) ?? 0) + 1);
  return keys.flatMap((key, position) => ((claims.get(key.id) ?? 0) < keyring.size ? [position] : []));
}
