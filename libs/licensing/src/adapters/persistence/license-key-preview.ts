import type { Sync } from '#kernel';
import type { LicenseKey } from '../../domain/keys/license-key.ts';
import type { EmbeddedCustomer, LicenseKeys, WhichLicenseKey } from '../../domain/keys/license-keys.ts';
import { copyOfLicenseKey } from './license-key-copy.ts';

/** Leaves a change, which therefore stores nothing. */
class Previewed extends Error {
  constructor(readonly outcome: unknown) {
    super('The change was a preview');
  }
}

/** `LicenseKeys.preview`: a change of a copy, which is not stored. */
export async function preview<T>(
  licenseKeys: LicenseKeys,
  which: WhichLicenseKey,
  by: (key: LicenseKey, customer: EmbeddedCustomer) => Sync<T>,
): Promise<T> {
  try {
    return await licenseKeys.change<never>(which, (key, customer) => {
      throw new Previewed(by(copyOfLicenseKey(key), customer));
    });
  } catch (error) {
    if (error instanceof Previewed) return error.outcome as T;
    throw error;
  }
}
