import type { QueryBus } from '@nestjs/cqrs';
import { fieldError, ValidationFailed } from '#kernel';
import { FindLicenseKeyBenefits } from '../contract/index.ts';

/**
 * Loads the benefits that benefit properties name as replaced. The returned check throws `ValidationFailed` for those that are
 * not benefits of license keys of the given organization, were deleted, or are the benefit itself.
 */
export async function loadReplacementCheck(
  queries: QueryBus,
  properties: object | undefined,
): Promise<(organizationId: string, benefitId?: string) => void> {
  const ids = properties && 'replacesBenefitIds' in properties ? (properties.replacesBenefitIds as readonly string[]) : [];
  const found = await queries.execute(new FindLicenseKeyBenefits(ids));
  return (organizationId, benefitId) => {
    const isReplaceable = (id: string): boolean => {
      const benefit = found.get(id);
      return id !== benefitId && benefit?.organizationId === organizationId && !benefit.isDeleted;
    };
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
