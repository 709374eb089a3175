import { Activation } from '../../domain/activations/activation.ts';
import { CheckOuts } from '../../domain/floating/check-outs.ts';
import { Lease } from '../../domain/leases/lease.ts';
import { Leasing } from '../../domain/leases/leasing.ts';
import { LicenseKey } from '../../domain/keys/license-key.ts';
import { stateOf } from './license-key-records.ts';

const copyOf = <T extends object>(original: T, prototype: T): T => Object.assign(Object.create(prototype) as T, original);

/** A copy of a loaded key. Whatever else is loaded with a key, and changed by its methods, has to be copied here. */
export function copyOfLicenseKey(key: LicenseKey): LicenseKey {
  const copy = LicenseKey.restore(stateOf(key));
  copy.quota.databaseTime = key.quota.databaseTime;
  copy.activations.push(...key.activations.map((each) => copyOf(each, Activation.prototype)));
  copy.leasing = key.leasing && copyOfLeasing(key.leasing);
  copy.devices = key.devices?.copy();
  copy.checkOuts = key.checkOuts && copyOf(key.checkOuts, CheckOuts.prototype);
  return copy;
}

function copyOfLeasing(leasing: Leasing): Leasing {
  const leases = leasing.leases.map((each) => copyOf(each, Lease.prototype));
  return Object.assign<object, object>(copyOf(leasing, Leasing.prototype), { leases, changed: new Set() }) as Leasing;
}
