import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Sync } from '#kernel';
import { recordEvents } from '#platform/outbox';
import type { Keyring } from '#platform/secrets';
import { stateOf } from '../../libs/licensing/src/adapters/persistence/license-key-records.ts';
import { LicenseKeyNotFound } from '../../libs/licensing/src/domain/keys/license-key.errors.ts';
import { LicenseKey } from '../../libs/licensing/src/domain/keys/license-key.ts';
import type { LicenseKeyState } from '../../libs/licensing/src/domain/keys/license-key-state.ts';
import {
  type EmbeddedCustomer,
  type KeyOfGrant,
  LicenseKeys,
  type WhichLicenseKey,
} from '../../libs/licensing/src/domain/keys/license-keys.ts';
import { LicenseKeyMapping } from './naive.mapping.ts';

/** What validations and activations do not need. */
const NOT_READ = {
  customerDeleted: false,
  grantedAfterDeletion: false,
  grantId: null,
  grantRevision: null,
  statusRevision: 0,
  setByHand: [],
  displayKey: '',
  reservations: null,
  entitlements: null,
  entitlementsRevision: 0,
  metadata: null,
  notes: null,
  ordinal: null,
  renewals: null,
};

/** The conventional adapter: every change is its own transaction, written by the ORM's unit of work. */
export class NaiveLicenseKeys extends LicenseKeys {
  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  change<T>(which: WhichLicenseKey, by: (key: LicenseKey, customer: EmbeddedCustomer) => Sync<T>): Promise<T> {
    if (!('key' in which)) throw new Error('The benchmark presents keys by their string');
    const { organizationId, key } = which;
    const where = { organizationId, digest: this.keyring.digest('license-key', key) };
    return this.em.fork().transactional(async (transaction) => {
      const row = await transaction.findOne(LicenseKeyMapping, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!row) throw new LicenseKeyNotFound();
      const found = LicenseKey.restore({ ...NOT_READ, ...row, key } as LicenseKeyState);
      const outcome = by(found, null);
      const { status, usage, validations, lastValidatedAt, modifiedAt, activationCount, recentNetworks, policyState } =
        stateOf(found);
      Object.assign(row, {
        status,
        usage,
        validations,
        lastValidatedAt,
        modifiedAt,
        activationCount,
        recentNetworks,
        policyState,
      });
      transaction.persist(found.activations);
      await transaction.flush();
      await recordEvents(transaction, found.pullEvents());
      return outcome as T;
    });
  }

  meant(): Promise<undefined> {
    throw new Error('The benchmark presents keys as they are');
  }

  findByGrant(): Promise<KeyOfGrant | undefined> {
    throw new Error('The benchmark grants no benefits');
  }

  activationsOf(): Promise<string[]> {
    throw new Error('The benchmark transfers no keys');
  }

  ownerOf(): Promise<never> {
    throw new Error('The benchmark rotates no keys');
  }

  preview(): Promise<never> {
    throw new Error('The benchmark tries nothing out');
  }

  findByString(): Promise<never> {
    throw new Error('The benchmark explains no keys');
  }

  findSnapshot(): Promise<never> {
    throw new Error('The benchmark delivers no keys');
  }
}
