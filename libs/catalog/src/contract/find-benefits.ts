import { Query } from '@nestjs/cqrs';
import type { BenefitView } from './benefit.view.ts';

/**
 * Views of benefits by id, of any organization. Deleted benefits are included and marked. Unknown ids are missing in the result.
 * The caller checks the organization.
 */
export class FindBenefits extends Query<ReadonlyMap<string, BenefitView>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}
