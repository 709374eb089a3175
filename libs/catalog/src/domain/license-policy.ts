import { fieldError, type FieldError } from '#kernel';
import { type DevicesPolicy, devicesErrors } from './devices-policy.ts';

/**
 * The rules of the keys of a benefit beyond limits, a section for each feature. Licensing applies them; the catalog keeps them and
 * knows only what depends on other properties of the benefit. The bounds of values are those of requests.
 */
export interface LicensePolicy {
  readonly expiry?: { readonly begins?: 'issue' | 'first_activation' };
  readonly trial?: object;
  readonly devices?: DevicesPolicy;
  readonly [section: string]: object | undefined;
}

interface Properties {
  readonly expires: object | null;
  readonly activations: { readonly mode?: string } | null;
  readonly deliverByEmail?: boolean;
  readonly policy?: LicensePolicy | null;
}

export function policyErrors({ expires, activations, deliverByEmail, policy }: Properties): FieldError[] {
  const { expiry, trial, devices } = policy ?? {};
  const waitsInVain = expiry?.begins === 'first_activation' && !(expires && activations);
  const needed = 'A lifetime that begins with the first activation needs `expires` and `activations`.';
  const unread = 'Trial license keys are not sent by e-mail: use a benefit without `deliver_by_email`.';
  return [
    ...(waitsInVain ? [fieldError(['policy', 'expiry', 'begins'], needed, expiry.begins)] : []),
    ...(trial && deliverByEmail ? [fieldError(['policy', 'trial'], unread, trial)] : []),
    ...(devices ? devicesErrors(devices, activations) : []),
  ];
}

/** Without sections that say nothing; undefined if none is left. */
export function normalizedPolicy(policy: LicensePolicy | null | undefined): LicensePolicy | undefined {
  const sections = Object.entries(policy ?? {}).filter(([, section]) => section && Object.keys(section).length > 0);
  return sections.length === 0 ? undefined : (Object.fromEntries(sections) as LicensePolicy);
}

/** True if existing keys have to be updated. Both are normalized; sections come in any order. */
export const policyDiffers = (before: LicensePolicy | null | undefined, after: LicensePolicy | null | undefined): boolean =>
  inOrder(before) !== inOrder(after);

const inOrder = (policy: LicensePolicy | null | undefined): string =>
  JSON.stringify(policy ?? null, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
