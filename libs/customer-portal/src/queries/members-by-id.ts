import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { anyOf, BatchLoader, readDb } from '#engine/persistence';
import type { MemberTables } from '../adapters/persistence/member.mapping.ts';
import type { MemberView } from '../views/index.ts';
import { MEMBER_COLUMNS } from './member-rows.ts';

export interface FoundMember {
  readonly view: MemberView;
  readonly organizationId: string;
  readonly isDeleted: boolean;
}

/** Reads members of any organization by id, with one statement for all that are looked up at the same time. */
@Injectable()
export class MembersById {
  private readonly members = new BatchLoader<FoundMember>((ids) => this.read(ids), 'microtask');

  constructor(private readonly em: EntityManager) {}

  find(ids: readonly string[]): Promise<ReadonlyMap<string, FoundMember>> {
    return this.members.readAll(ids);
  }

  private async read(ids: readonly string[]): Promise<ReadonlyMap<string, FoundMember>> {
    const rows = await readDb<MemberTables>(this.em)
      .selectFrom('customer_portal.members')
      .select(MEMBER_COLUMNS)
      .select(['organization_id', 'deleted_at'])
      .where(anyOf('id', ids))
      .execute();
    return new Map(
      rows.map(({ organization_id: organizationId, deleted_at, ...view }) => [
        view.id,
        { view, organizationId, isDeleted: deleted_at !== null },
      ]),
    );
  }
}
