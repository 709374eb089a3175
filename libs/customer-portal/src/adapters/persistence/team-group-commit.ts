import type { Pool } from 'pg';
import { type DomainEvent, ResourceNotFound } from '#kernel';
import type { RecordStatement } from '#engine/idempotency';
import { GroupCommit, type GroupTransaction, PipelinedTransaction } from '#engine/persistence';
import { Member, type MemberState } from '../../domain/member.ts';
import { Team } from '../../domain/team.ts';
import type { MemberLookup, WhichTeam } from '../../domain/teams.ts';
import { normalizedEmail } from '../../domain/unique-identifiers.ts';
import * as sql from './team-records.ts';

export interface TeamRequest extends WhichTeam {
  readonly lookup: MemberLookup;
}

/** A team of a batch, with the members that any of its requests looks up. */
interface LockedTeam {
  readonly team: Team;
  readonly members: readonly Member[];
  /** The members as they were loaded. */
  readonly before: ReadonlyMap<Member, MemberState>;
}

/**
 * Group commit of teams. Locks the customers, so that the rules about several members of one customer are checked by one transaction at
 * a time.
 */
export class TeamGroupCommit extends GroupCommit<TeamRequest, Team> {
  constructor(private readonly pool: () => Promise<Pool>) {
    super('Team');
  }

  protected notFound(): Error {
    return new ResourceNotFound();
  }

  protected override eventsOf({ knownMembers, addedMembers }: Team): readonly DomainEvent[] {
    return [...knownMembers, ...addedMembers].flatMap((member) => member.pullEvents());
  }

  protected override auditedBefore(team: Team): readonly object[] {
    return team.knownMembers;
  }

  protected async begin(
    requests: readonly TeamRequest[],
    statements: readonly RecordStatement[],
  ): Promise<GroupTransaction<Team>> {
    const { transaction, rows, first } = await PipelinedTransaction.begin(await this.pool(), readsFor(requests), statements);
    const [locked, inhabited, ...members] = rows as [sql.LockedTeamRow[], { customer_id: string }[], ...sql.LoadedMemberRow[][]];
    const hasMembers = new Set(inhabited.map(({ customer_id }) => customer_id));
    const byTeam = await transaction.holding(() => Map.groupBy(distinct(members.flat()), ({ customerId }) => customerId));
    const teams = new Map(
      locked.map((customer) => [customer.id, lockedTeam(customer, byTeam.get(customer.id) ?? [], hasMembers.has(customer.id))]),
    );
    const ofTeam = new Map([...teams.values()].map((each) => [each.team, each]));
    return {
      first,
      found: requests.map(({ customerId, organizations }) => within(organizations, teams.get(customerId)?.team)),
      commit: async (changed, others) =>
        transaction.commit([
          ...(await transaction.holding(() => writesFor(changed.map((team) => ofTeam.get(team)!)))),
          ...others,
        ]),
      rollback: () => transaction.rollback(),
    };
  }
}

function lockedTeam(customer: sql.LockedTeamRow, states: readonly MemberState[], hasMembers: boolean): LockedTeam {
  const before = new Map(states.map((state) => [Member.fromState(state), state]));
  const members = [...before.keys()];
  return { team: new Team(customer, members, hasMembers), members, before };
}

const distinct = (rows: readonly sql.LoadedMemberRow[]): MemberState[] =>
  [...new Map(rows.map((row) => [row.id, row])).values()].map(sql.toMemberState);

/** Another request of the batch may see more organizations. */
const within = (organizations: readonly string[], team: Team | undefined): Team | undefined =>
  team && organizations.includes(team.customer.organizationId) ? team : undefined;

function readsFor(requests: readonly TeamRequest[]) {
  const teams = requests.flatMap(({ customerId, organizations }) => organizations.map((each) => [each, customerId] as const));
  const wanted = columns(teams, 2);
  const by = (
    statement: { readonly name: string; readonly text: string },
    valuesOf: (lookup: MemberLookup) => readonly string[],
  ) => {
    const values = requests.flatMap(({ customerId, organizations, lookup }) =>
      valuesOf(lookup).flatMap((value) => organizations.map((each) => [each, customerId, value] as const)),
    );
    return values.length === 0 ? [] : [{ ...statement, values: columns(values, 3) }];
  };
  return [
    { ...sql.LOCK_TEAMS, values: wanted },
    { ...sql.TEAMS_WITH_MEMBERS, values: wanted },
    { ...sql.OWNERS, values: wanted },
    ...by(sql.MEMBERS_BY_ID, ({ ids = [] }) => ids),
    ...by(sql.MEMBERS_BY_EXTERNAL_ID, ({ externalIds = [] }) => externalIds),
    ...by(sql.MEMBERS_BY_EMAIL, ({ emails = [] }) => emails.map(normalizedEmail)),
  ];
}

/** Distinct tuples as one array for each position. */
function columns(tuples: readonly (readonly string[])[], width: number): string[][] {
  const different = [...new Map(tuples.map((tuple) => [tuple.join(' '), tuple])).values()];
  return Array.from({ length: width }, (_, position) => different.map((tuple) => tuple[position]!));
}

function writesFor(changed: readonly LockedTeam[]) {
  const added = changed.flatMap(({ team }) => team.addedMembers);
  const others = changed.flatMap(({ members, before }) => members.filter((member) => differs(member, before.get(member)!)));
  return sql.writesOfMembers(others, added);
}

/** Members replace their values and never change them, so identity tells. */
const differs = ({ stored }: Member, before: MemberState): boolean =>
  (Object.keys(before) as (keyof MemberState)[]).some((field) => stored[field] !== before[field]);
