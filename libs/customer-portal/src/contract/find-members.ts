import { Query } from '@nestjs/cqrs';
import type { MemberView } from './member.view.ts';

/**
 * Members by id, of any organization. Deleted members are included, unless `which` is `not-deleted`. Unknown ids are missing in the
 * result. The caller checks the organization.
 */
export class FindMembers extends Query<ReadonlyMap<string, MemberView>> {
  constructor(
    readonly ids: readonly string[],
    readonly which: 'all' | 'not-deleted' = 'all',
  ) {
    super();
  }
}
