import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Sync } from '#kernel';
import { recordEvents } from '#engine/outbox';
import type { Keyring } from '#engine/secrets';
import { LicenseKeyNotFound } from '../../libs/licensing/src/domain/keys/license-key.errors.ts';
import type { PresentedKeyState } from '../../libs/licensing/src/domain/keys/license-key-fields.ts';
import { type KeyOfGrant, LicenseKeys, type WhichPresentedKey } from '../../libs/licensing/src/domain/keys/license-keys.ts';
import type { LoadedFor, Purpose } from '../../libs/licensing/src/domain/keys/loaded-with-key.ts';
import { PresentedLicenseKey } from '../../libs/licensing/src/domain/keys/presented-license-key.ts';
import { ActivationMapping, LicenseKeyMapping } from './naive.mapping.ts';

/** What validations and activations do not need. */
const NOT_READ = {
  customerDeleted: false,
  grantedAfterDeletion: false,
  grantId: null,
  displayKey: '',
  reservations: null,
  entitlements: null,
  allowedDevices: null,
};

/** The conventional adapter: every change is its own transaction, written by the ORM's unit of work. */
export class NaiveLicenseKeys extends LicenseKeys {
  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  changePresented<T, P extends Purpose>(
    { organizationId, key }: WhichPresentedKey<P>,
    by: (key: PresentedLicenseKey & LoadedFor<P>) => Sync<T>,
  ): Promise<T> {
    const where = { organizationId, digest: this.keyring.digest('license-key', key) };
    return this.em.fork().transactional(async (transaction) => {
      const row = await transaction.findOne(LicenseKeyMapping, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!row) throw new LicenseKeyNotFound();
      const found = PresentedLicenseKey.restore({ ...NOT_READ, ...row, key } as PresentedKeyState);
      const outcome = by(found as PresentedLicenseKey & LoadedFor<P>);
      const { status, usage, validations, lastValidatedAt, modifiedAt, activationCount, recentNetworks, policyState } =
        found.stored;
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
      for (const { stored } of found.activations) {
        const { deviceProfile: _profile, checkoutExpiresAt: _end, lastHeartbeatAt: _beat, sweepAt: _sweep, ...others } = stored;
        const { installation: _installation, placeId: _place, ...made } = others;
        transaction.create(ActivationMapping, made);
      }
      await transaction.flush();
      await recordEvents(transaction, found.pullEvents());
      return outcome as T;
    });
  }

  change(): Promise<never> {
    throw new Error('The benchmark presents keys by their string');
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

  previewPresented(): Promise<never> {
    throw new Error('The benchmark tries nothing out');
  }

  findByString(): Promise<never> {
    throw new Error('The benchmark explains no keys');
  }

  findSnapshot(): Promise<never> {
    throw new Error('The benchmark delivers no keys');
  }
}
