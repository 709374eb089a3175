import type { Pool } from 'pg';
import { type AggregateStore, insertionStore, type NewAggregates } from '#engine/persistence';
import type { Keyring } from '#engine/secrets';
import type { LicenseKey } from '../../domain/keys/license-key.ts';
import { GrantHasKey, KeyStringsTaken, type Reservation } from '../../domain/keys/key-issuance.ts';
import { DELETE_RESERVATIONS } from './license-key-statements.ts';
import { insertsOf, takenOf } from './license-key-writes.ts';

/** New keys that are stored together or not at all. */
interface NewKeys extends NewAggregates<LicenseKey> {
  /** The reservation of a string that one of the keys now has. */
  readonly used?: Reservation;
}

/**
 * The store of new license keys. The strings are claimed first; if one is taken, or a grant has a key already, the batch is
 * repeated one call at a time, so that only the call at fault gets the error.
 */
export const licenseKeyInsertion = (pool: () => Promise<Pool>, keyring: Keyring): AggregateStore<NewKeys, NewKeys> =>
  insertionStore(pool, {
    name: 'new LicenseKey',
    organizationOf: ({ added }) => added[0]!.organizationId,
    batchOf: (requests) => {
      const keys = requests.flatMap(({ added }) => added);
      const { claim, inserts } = insertsOf(keys, keyring);
      return {
        reads: [claim],
        load: ([claimed]) => {
          const taken = takenOf(keys, claimed!, () => keyring.size);
          if (taken.length > 0) throw new KeyStringsTaken(taken);
          const removals = DELETE_RESERVATIONS.of(requests.flatMap(({ used }) => used ?? []));
          return { found: requests, writes: () => [...inserts, ...removals] };
        },
      };
    },
  });

/** What the unique key of the table tells. */
export function rethrowAsHasKey(error: unknown): never {
  throw (error as { constraint?: string }).constraint === 'license_keys_by_grant' ? new GrantHasKey() : error;
}
