import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ResourceNotFound, type Sync } from '#kernel';
import { recordEvents } from '#platform/outbox';
import { inTransaction } from '#platform/persistence';
import { normalizedEmail } from '../../domain/unique-identifiers.ts';
import { Member } from '../../domain/member.ts';
import { Team, type TeamCustomer } from '../../domain/team.ts';
import { type MemberLookup, Teams, type WhichTeam } from '../../domain/teams.ts';

const BATCH = 100;
/** The address that `Member.delete` leaves when it anonymizes. */
const ANONYMOUS = `id || '@anonymized.invalid'`;
/** Private in the aggregate, so it is missing from the types of the ORM. */
const NOT_DELETED: object = { deletedAt: null };

/** Locks the customer's row while its members change, so that uniqueness rules of a team are checked by one transaction at a time. */
@Injectable()
export class MikroOrmTeams extends Teams {
  constructor(private readonly em: EntityManager) {
    super();
  }

  change<T>({ customerId, organizations }: WhichTeam, lookup: MemberLookup, by: (team: Team) => Sync<T>): Promise<T> {
    return inTransaction(this.em, 'Team', async (transaction) => {
      const customer = await lockCustomer(transaction, customerId, organizations);
      const members = await transaction.find(Member, {
        customerId,
        organizationId: customer.organizationId,
        ...conditionsOf(lookup),
      });
      const anyMembers = members.length > 0 || (await hasMembers(transaction, customer));
      const team = new Team(customer, members, anyMembers);
      const outcome = by(team);
      await write(transaction, [...members, ...team.addedMembers], team.addedMembers);
      return outcome as T;
    });
  }

  changeSome(organizationId: string, customerId: string, by: (member: Member) => void): Promise<number> {
    return inTransaction(this.em, 'Team', async (transaction) => {
      const members = await transaction.find(
        Member,
        { organizationId, customerId, ...NOT_DELETED },
        { orderBy: { id: 'asc' }, limit: BATCH, lockMode: LockMode.PESSIMISTIC_WRITE },
      );
      members.forEach(by);
      await write(transaction, members, []);
      return members.length;
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

function conditionsOf({ ids = [], externalIds = [], emails = [] }: MemberLookup): object {
  const some = (field: string, values: readonly string[]): object[] => (values.length > 0 ? [{ [field]: { $in: values } }] : []);
  return {
    ...NOT_DELETED,
    $or: [
      { role: 'owner' },
      ...some('id', ids),
      ...some('externalId', externalIds),
      ...some('emailKey', emails.map(normalizedEmail)),
    ],
  };
}

async function lockCustomer(em: EntityManager, id: string, organizations: readonly string[]): Promise<TeamCustomer> {
  const [row] = await em.execute<{ id: string; organization_id: string; type: TeamCustomer['type']; email: string | null }[]>(
    `select id, organization_id, type, email from customer_portal.customers
     where id = ? and organization_id = any(?::uuid[]) and deleted_at is null for update`,
    [id, `{${organizations.join(',')}}`],
  );
  if (!row) throw new ResourceNotFound();
  return { id: row.id, organizationId: row.organization_id, type: row.type, email: row.email };
}

/** Queries the table directly: MikroORM would treat a partially loaded member as changed. */
async function hasMembers(em: EntityManager, { id, organizationId }: TeamCustomer): Promise<boolean> {
  const found = await em.execute(
    'select 1 from customer_portal.members where organization_id = ? and customer_id = ? and deleted_at is null limit 1',
    [organizationId, id],
  );
  return found.length > 0;
}

async function write(em: EntityManager, members: readonly Member[], joined: readonly Member[]): Promise<void> {
  em.persist([...joined]);
  await em.flush();
  await recordEvents(
    em,
    members.flatMap((member) => member.pullEvents()),
  );
}
