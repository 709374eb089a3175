import { CommandBus } from '@nestjs/cqrs';
import { CreateBenefit } from '#catalog';
import type { LicenseKeyTerms } from '#catalog/contract';
import type { TestApi } from './api.ts';

interface Properties extends Pick<LicenseKeyTerms, 'prefix' | 'expires' | 'limitUsage'> {
  readonly activations: {
    readonly limit: number;
    readonly enableCustomerAdmin: boolean;
    readonly mode?: 'floating';
    readonly checkoutSeconds?: number;
    readonly overdraft?: number;
    readonly processes?: { readonly perDevice: number };
  } | null;
  readonly keyFormat?: LicenseKeyTerms['keyFormat'];
  readonly policy?: LicenseKeyTerms['policy'];
  readonly offline?: {
    readonly leaseSeconds: number;
    readonly graceSeconds: number;
    readonly maxOfflineDevices: number;
    readonly held?: 'until_lease_ends' | 'until_renewal_is_due' | 'released_at_once';
    readonly moves?: { readonly limit: number; readonly periodDays: number };
  };
}

const UNLIMITED: Properties = { prefix: null, expires: null, activations: null, limitUsage: null };

/** A benefit of type `license_keys`; without properties its keys are unlimited and cannot be activated. */
export async function seedBenefit(
  api: TestApi,
  organizationId: string,
  properties: Partial<Properties> = {},
): Promise<{ id: string }> {
  const id = await api.app.get(CommandBus).execute(
    new CreateBenefit({
      organizationId,
      type: 'license_keys',
      description: 'A license key',
      visibility: 'public',
      metadata: {},
      properties: { ...UNLIMITED, ...properties },
    }),
  );
  return { id };
}
