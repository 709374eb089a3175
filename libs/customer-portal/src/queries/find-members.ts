import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { FindMembers, type MemberView } from '../contract/index.ts';
import { MembersById } from './members-by-id.ts';

@QueryHandler(FindMembers)
export class FindMembersHandler implements IQueryHandler<FindMembers> {
  constructor(private readonly members: MembersById) {}

  async execute({ ids, which }: FindMembers): Promise<ReadonlyMap<string, MemberView>> {
    const found = new Map<string, MemberView>();
    for (const [id, { view, isDeleted }] of await this.members.find(ids)) {
      if (which === 'all' || !isDeleted) found.set(id, view);
    }
    return found;
  }
}
