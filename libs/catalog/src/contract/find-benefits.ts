import { Query } from '@nestjs/cqrs';
import type { BenefitView } from './benefit.view.ts';

/**
 * Benefits as everyone sees them, by id: of any organization, deleted ones included and marked, for whoever already holds
 * their ids. An id that is unknown is missing in the answer.
 */
export class FindBenefits extends Query<ReadonlyMap<string, BenefitView>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}
