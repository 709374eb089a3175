import type { Pool } from 'pg';
import { type AggregateStore, aggregateStore } from '#engine/persistence';
import { Member } from '../../domain/member.ts';
import { Team } from '../../domain/team.ts';
import type { MemberLookup, WhichTeam } from '../../domain/teams.ts';
import { normalizedEmail } from '../../domain/unique-identifiers.ts';
import * as sql from './team-records.ts';

export interface TeamRequest extends WhichTeam {
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
export const teamStore = (pool: () => Promise<Pool>): AggregateStore<TeamRequest, Team> =>
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
