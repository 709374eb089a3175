import type { KeyHistory } from '../keys/license-key.types.ts';
import { Activation } from './activation.ts';

/** The activations that a new key begins with, if it was issued elsewhere. No event reports them: they are not new. */
export function activationsBefore(
  key: { readonly id: string; readonly organizationId: string },
  history: KeyHistory | null | undefined,
  now: Date,
): Activation[] {
  const owner = { organizationId: key.organizationId, licenseKeyId: key.id };
  return (history?.installations ?? []).map((installation) => Activation.create({ ...installation, ...owner }, now));
}
