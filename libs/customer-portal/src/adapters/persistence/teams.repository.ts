import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Sync } from '#kernel';
import { inTransaction, pgPool } from '#engine/persistence';
import type { Member } from '../../domain/member.ts';
import type { Team } from '../../domain/team.ts';
import { type MemberLookup, Teams, type WhichTeam } from '../../domain/teams.ts';
import { memberRows } from './member.mapping.ts';
import { teamStore } from './team-store.ts';

const BATCH = 100;
/** The address that `Member.delete` leaves when it anonymizes. */
const ANONYMOUS = `id || '@anonymized.invalid'`;

@Injectable()
export class MikroOrmTeams extends Teams {
  private readonly store: ReturnType<typeof teamStore>;

  constructor(private readonly em: EntityManager) {
    super();
    this.store = teamStore(() => pgPool(em));
  }

  change<T>(which: WhichTeam, lookup: MemberLookup, by: (team: Team) => Sync<T>): Promise<T> {
    return this.store.change({ ...which, lookup }, by);
  }

  changeSome(organizationId: string, customerId: string, by: (member: Member) => void): Promise<number> {
    return inTransaction(this.em, 'Team', async (transaction) => {
      const where = { organizationId, customerId, deletedAt: null };
      const locked = await memberRows.lock(transaction, where, { orderBy: { id: 'asc' }, limit: BATCH });
      locked.all.forEach(by);
      await locked.save();
      return locked.all.length;
    });
  }

  async eraseDeleted(organizationId: string, customerId: string): Promise<number> {
    const erased = await this.em.fork().execute<{ id: string }[]>(
      `update customer_portal.members set email = ${ANONYMOUS}, email_key = ${ANONYMOUS}, name = null, external_id = null
       where id in (
         select id from customer_portal.members
         where organization_id = ? and customer_id = ? and deleted_at is not null
           and (email <> ${ANONYMOUS} or name is not null or external_id is not null)
         limit ${BATCH}
       ) returning id`,
      [organizationId, customerId],
    );
    return erased.length;
  }
}
