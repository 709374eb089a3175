import { Query } from '@nestjs/cqrs';
import type { MemberView } from './member.view.ts';

/**
 * Members by id, of any organization. Deleted members are included and marked, unless `which` is `living`. Unknown ids are
 * missing in the result. The caller checks the organization.
 */
export class FindMembers extends Query<ReadonlyMap<string, MemberView>> {
  constructor(
    readonly ids: readonly string[],
    readonly which: 'all' | 'living' = 'all',
  ) {
    super();
  }
}
