import { Query } from '@nestjs/cqrs';
import type { MemberView } from './member.view.ts';

/**
 * Members by id, of any organization and deleted ones included unless said otherwise: for whoever already holds their ids.
 * An id that is unknown is missing in the answer.
 */
export class FindMembers extends Query<ReadonlyMap<string, MemberView>> {
  constructor(
    readonly ids: readonly string[],
    readonly which: 'all' | 'living' = 'all',
  ) {
    super();
  }
}
