import { fieldError, ValidationFailed } from '#kernel';
import type { MediaFiles } from '../domain/media-files.ts';
import type { QueryBus } from '@nestjs/cqrs';
import { FindMeters } from '../needs/index.ts';
import type { FeatureFlagProperties } from '../domain/feature-flag-properties.ts';
import { FindCustomers } from '#customer-portal/contract';
import { FindLicenseKeyBenefits } from '../contract/index.ts';

/**
 * Loads the benefits that benefit properties name as replaced or extended. The returned check throws `ValidationFailed` for those that are
 * not benefits of license keys of the given organization, were deleted, or are the benefit itself.
 */
export async function loadReplacementCheck(
  queries: QueryBus,
  properties: object | undefined,
): Promise<(organizationId: string, benefitId?: string) => void> {
  const ids = properties && 'replacesBenefitIds' in properties ? (properties.replacesBenefitIds as readonly string[]) : [];
  const extended = extendedBenefitOf(properties);
  const found = await queries.execute(new FindLicenseKeyBenefits(extended === undefined ? ids : [...ids, extended]));
  return (organizationId, benefitId) => {
    const isReplaceable = (id: string): boolean => {
      const benefit = found.get(id);
      return id !== benefitId && benefit?.organizationId === organizationId && !benefit.isDeleted;
    };
    if (extended !== undefined && !isReplaceable(extended))
      throw ValidationFailed.at(
        ['attach', 'benefitId'],
        'Only license keys of a benefit of the organization can be extended.',
        extended,
      );
    ValidationFailed.throwIfAny(
      ids.flatMap((id, index) =>
        isReplaceable(id)
          ? []
          : [
              fieldError(
                ['properties', 'replacesBenefitIds', index],
                'Only another benefit of license keys can be replaced.',
                id,
              ),
            ],
      ),
    );
  };
}

/** The benefit of license keys that a flag extends. */
function extendedBenefitOf(properties: object | undefined): string | undefined {
  const { attach } = (properties ?? {}) as FeatureFlagProperties;
  return attach?.to === 'key_of' ? attach.benefitId : undefined;
}

interface WithTrial {
  readonly policy?: { readonly trial?: { readonly customerId: string } } | null;
}

/**
 * Loads the customer that benefit properties name as the holder of trial license keys. The returned check throws `ValidationFailed`
 * if the customer does not exist in the given organization; it passes if the properties name none.
 */
export async function loadTrialCheck(
  queries: QueryBus,
  properties: object | undefined,
): Promise<(organizationId: string) => void> {
  const customerId = (properties as WithTrial | undefined)?.policy?.trial?.customerId;
  const customers = await queries.execute(new FindCustomers(customerId === undefined ? [] : [customerId]));
  return (organizationId) => {
    const customer = customerId === undefined ? undefined : customers.get(customerId);
    if (customerId === undefined || (customer?.organization_id === organizationId && !customer.deleted_at)) return;
    throw ValidationFailed.at(['properties', 'policy', 'trial', 'customerId'], 'Customer does not exist.', customerId);
  };
}

/**
 * Loads the meter that benefit properties name. The returned check throws `ValidationFailed` if the meter does not exist in the
 * given organization; it passes if the properties name no meter.
 */
export async function loadMeterCheck(
  queries: QueryBus,
  properties: object | undefined,
): Promise<(organizationId: string) => void> {
  const meterId = properties && 'meterId' in properties ? String(properties.meterId) : undefined;
  const meters = await queries.execute(new FindMeters(meterId === undefined ? [] : [meterId]));
  return (organizationId) => {
    if (meterId === undefined || meters.get(meterId)?.organizationId === organizationId) return;
    throw ValidationFailed.at(['properties', 'meterId'], 'Meter does not exist.', meterId);
  };
}

/**
 * Loads the files that benefit properties name. The returned check throws `ValidationFailed` for those that are not complete files
 * to download of the given organization; it passes if the properties name no files.
 */
export async function loadFileCheck(
  files: MediaFiles,
  properties: object | undefined,
  organizations: readonly string[],
): Promise<(organizationId: string) => void> {
  const ids = properties && 'files' in properties ? (properties.files as readonly string[]) : [];
  const found = await files.downloadable(ids, organizations);
  return (organizationId) =>
    ValidationFailed.throwIfAny(
      ids.flatMap((id, index) =>
        found.get(id) === organizationId
          ? []
          : [fieldError(['properties', 'files', index], 'File does not exist or is not yet uploaded.', id)],
      ),
    );
}
