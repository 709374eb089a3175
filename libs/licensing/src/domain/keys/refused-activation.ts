import type { DomainError } from '#kernel';
import { offlineAvailable, slotFree } from '../checks/activation-checks.ts';
import type { Check, Operation } from '../checks/check.ts';
import { classSlotFree, swapLeft } from '../checks/device-checks.ts';
import { LicenseKeyActivationRefused } from './refusal.events.ts';
import type { PresentedSnapshot } from './license-key-fields.ts';

/** The codes of refusals by a limit of devices, with what refuses. */
const BY_LIMIT: Readonly<Record<string, Check>> = {
  ACTIVATION_LIMIT_REACHED: slotFree,
  OFFLINE_LIMIT_REACHED: offlineAvailable,
  DEVICE_CLASS_LIMIT_REACHED: classSlotFree,
  DEVICE_SWAP_LIMIT_REACHED: swapLeft,
};

/** The event about a refusal; undefined if it was not a limit of devices that refused. */
export function activationRefused(
  { snapshot }: { readonly snapshot: PresentedSnapshot },
  operation: Operation,
  { code, retryAt }: DomainError,
  now: Date,
): LicenseKeyActivationRefused | undefined {
  const check = code ? BY_LIMIT[code] : undefined;
  if (!check) return undefined;
  const facts = { operation, code: code!, help: check.help, retry_at: retryAt?.toISOString() ?? null };
  return new LicenseKeyActivationRefused(snapshot, now, facts);
}
