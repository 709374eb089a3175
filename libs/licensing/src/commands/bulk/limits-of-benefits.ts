import type { QueryBus } from '@nestjs/cqrs';
import { FindLicenseKeyBenefits } from '#catalog/contract';
import { FindBenefitGrants } from '#entitlements/contract';
import type { BenefitLimits } from '../../domain/bulk/bulk-action.ts';
import type { BulkKey } from '../../domain/bulk/bulk-changes.ts';
import { limitsOf } from '../keys/benefit-terms.ts';

/** A key that was issued directly is one piece. */
const DIRECTLY = { quantity: 1 };

/** The limits that the benefits of keys set now, by the ids of the keys. A key whose benefit or grant does not exist any more has none. */
export async function limitsOfBenefits(keys: readonly BulkKey[], queries: QueryBus): Promise<ReadonlyMap<string, BenefitLimits>> {
  const [benefits, grants] = await Promise.all([
    queries.execute(new FindLicenseKeyBenefits([...new Set(keys.map(({ benefitId }) => benefitId))])),
    queries.execute(new FindBenefitGrants(keys.flatMap(({ grantId }) => grantId ?? []))),
  ]);
  return new Map(
    keys.flatMap(({ id, benefitId, grantId }) => {
      const benefit = benefits.get(benefitId);
      const bought = grantId === null ? DIRECTLY : grants.get(grantId);
      return benefit && !benefit.isDeleted && bought ? [[id, limitsOf(bought, benefit)] as const] : [];
    }),
  );
}
