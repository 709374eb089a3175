import { ActivationLimitReached, type FullLicenseKey } from '../../domain/keys/license-key.errors.ts';

/** The key that an operation was refused for because none of its slots is free; undefined if it was something else, or all slots are those of leases that outlive their activations. */
export const fullLicenseKeyIn = (error: unknown): FullLicenseKey | undefined =>
  error instanceof ActivationLimitReached ? error.licenseKey : undefined;
