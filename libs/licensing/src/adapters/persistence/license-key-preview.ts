import type { Sync } from '#kernel';
import { Activation } from '../../domain/activation.ts';
import { Lease } from '../../domain/lease.ts';
import { Leasing } from '../../domain/leasing.ts';
import { LicenseKey } from '../../domain/license-key.ts';
import type { EmbeddedCustomer, LicenseKeys, WhichLicenseKey } from '../../domain/license-keys.ts';

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

const copyOf = <T extends object>(original: T, prototype: T): T => Object.assign(Object.create(prototype) as T, original);

/** A copy of a loaded key. Whatever else is loaded with a key, and changed by its methods, has to be copied here. */
function copyOfLicenseKey(key: LicenseKey): LicenseKey {
  const copy = Object.assign(copyOf(key, LicenseKey.prototype), {
    activations: key.activations.map((each) => copyOf(each, Activation.prototype)),
    leasing: key.leasing && copyOfLeasing(key.leasing),
  });
  copy.pullEvents();
  return copy;
}

function copyOfLeasing(leasing: Leasing): Leasing {
  const leases = leasing.leases.map((each) => copyOf(each, Lease.prototype));
  return Object.assign<object, object>(copyOf(leasing, Leasing.prototype), { leases, changed: new Set() }) as Leasing;
}
