import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Sync } from '#kernel';
import { inTransaction, pgPool, type AggregateStore, aggregateStore } from '#engine/persistence';
import { Member } from '../../domain/member.ts';
import { Team } from '../../domain/team.ts';
import { type MemberLookup, Teams, type WhichTeam } from '../../domain/teams.ts';
import { memberRows } from './member.mapping.ts';
import type { Pool } from 'pg';
import { normalizedEmail } from '../../domain/unique-identifiers.ts';
import * as sql from './team-records.ts';

interface TeamRequest extends WhichTeam {
  readonly lookup: MemberLookup;
}

/** A team of a batch, with the members that any of its requests looks up and their rows. */
interface LockedTeam {
  readonly team: Team;
  readonly rowOf: ReadonlyMap<Member, sql.LoadedMemberRow>;
}

/**
 * The store of teams. Locks the customers, so that the rules about several members of one customer are checked by one transaction at a
 * time.
 */
const teamStore = (pool: () => Promise<Pool>): AggregateStore<TeamRequest, Team> =>
  aggregateStore(pool, {
    name: 'Team',
    eventsOf: ({ knownMembers, addedMembers }) => [...knownMembers, ...addedMembers].flatMap((member) => member.pullEvents()),
    auditedOf: ({ knownMembers }) => knownMembers,
    batchOf: (requests) => ({
      reads: readsFor(requests),
      load: (rows) => {
        const [locked = [], inhabited = [], ...members] = rows as [
          sql.LockedTeamRow[]?,
          { customer_id: string }[]?,
          ...sql.LoadedMemberRow[][],
        ];
        const hasMembers = new Set(inhabited.map(({ customer_id }) => customer_id));
        const byTeam = Map.groupBy(distinct(members.flat()), ({ customerId }) => customerId);
        const teams = new Map(
          locked.map((customer) => [
            customer.id,
            lockedTeam(customer, byTeam.get(customer.id) ?? [], hasMembers.has(customer.id)),
          ]),
        );
        const ofTeam = new Map([...teams.values()].map((each) => [each.team, each]));
        return {
          found: requests.map(({ customerId, organizations }) => within(organizations, teams.get(customerId)?.team)),
          writes: (changed) => writesFor(changed.map((team) => ofTeam.get(team)!)),
        };
      },
    }),
  });

function lockedTeam(customer: sql.LockedTeamRow, rows: readonly sql.LoadedMemberRow[], hasMembers: boolean): LockedTeam {
  const rowOf = new Map(rows.map((row) => [Member.fromState(sql.toMemberState(row)), row]));
  return { team: new Team(customer, [...rowOf.keys()], hasMembers), rowOf };
}

/** A member may be found in several ways. */
const distinct = (rows: readonly sql.LoadedMemberRow[]): sql.LoadedMemberRow[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
];

/** Another request of the batch may see more organizations. */
const within = (organizations: readonly string[], team: Team | undefined): Team | undefined =>
  team && organizations.includes(team.customer.organizationId) ? team : undefined;

function readsFor(requests: readonly TeamRequest[]) {
  const teams = requests.flatMap(teamsOf);
  const wanted = (valuesOf: (lookup: MemberLookup) => readonly string[]) =>
    requests.flatMap((request) =>
      valuesOf(request.lookup).flatMap((value) => teamsOf(request).map((team) => ({ ...team, value }))),
    );
  return [
    ...sql.LOCK_TEAMS.ofDistinct(teams),
    ...sql.TEAMS_WITH_MEMBERS.ofDistinct(teams),
    ...sql.OWNERS.ofDistinct(teams),
    ...sql.MEMBERS_BY_ID.ofDistinct(wanted(({ ids = [] }) => ids)),
    ...sql.MEMBERS_BY_EXTERNAL_ID.ofDistinct(wanted(({ externalIds = [] }) => externalIds)),
    ...sql.MEMBERS_BY_EMAIL.ofDistinct(wanted(({ emails = [] }) => emails.map(normalizedEmail))),
  ];
}

const teamsOf = ({ customerId, organizations }: TeamRequest) =>
  organizations.map((organizationId) => ({ organizationId, customerId }));

const writesFor = (changed: readonly LockedTeam[]) =>
  sql.writesOfMembers(
    changed.flatMap(({ rowOf }) => [...rowOf].map(([{ stored }, row]) => ({ state: stored, row }))),
    changed.flatMap(({ team }) => team.addedMembers),
  );

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
