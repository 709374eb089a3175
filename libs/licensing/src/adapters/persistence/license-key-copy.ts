import { Activation } from '../../domain/activation.ts';
import { CheckOuts } from '../../domain/check-outs.ts';
import { Lease } from '../../domain/lease.ts';
import { Leasing } from '../../domain/leasing.ts';
import { LicenseKey } from '../../domain/license-key.ts';

const copyOf = <T extends object>(original: T, prototype: T): T => Object.assign(Object.create(prototype) as T, original);

/** A copy of a loaded key. Whatever else is loaded with a key, and changed by its methods, has to be copied here. */
export function copyOfLicenseKey(key: LicenseKey): LicenseKey {
  const copy = Object.assign(copyOf(key, LicenseKey.prototype), {
    activations: key.activations.map((each) => copyOf(each, Activation.prototype)),
    leasing: key.leasing && copyOfLeasing(key.leasing),
    devices: key.devices?.copy(),
    checkOuts: key.checkOuts && copyOf(key.checkOuts, CheckOuts.prototype),
  });
  copy.pullEvents();
  return copy;
}

function copyOfLeasing(leasing: Leasing): Leasing {
  const leases = leasing.leases.map((each) => copyOf(each, Lease.prototype));
  return Object.assign<object, object>(copyOf(leasing, Leasing.prototype), { leases, changed: new Set() }) as Leasing;
}
