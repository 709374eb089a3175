import { batchStatement, BatchTable, type LoadedRow, type StoredProperties } from '#engine/persistence';
import type { Member, MemberState } from '../../domain/member.ts';
import type { TeamCustomer } from '../../domain/team.ts';
import { MemberMapping } from './member.mapping.ts';

const MEMBERS = BatchTable.of(MemberMapping);
const LOADED = MEMBERS.without('created_at', 'modified_at');

type StoredMember = StoredProperties<typeof MemberMapping>;
export type LoadedMemberRow = LoadedRow<Omit<StoredMember, 'created_at' | 'modified_at'>>;
export type LockedTeamRow = TeamCustomer;

export const toMemberState = (row: LoadedMemberRow): MemberState => LOADED.read(row);

const OF_TEAM = { organizationId: 'uuid', customerId: 'uuid' } as const;

/** Rows are locked in the order of their ids to avoid deadlocks. */
export const LOCK_TEAMS = batchStatement(
  'teams-lock',
  OF_TEAM,
  (w) => `select c.id, c.organization_id as "organizationId", c.type, c.email from ${w}
    join customer_portal.customers c on c.organization_id = w.organization_id and c.id = w.customer_id and c.deleted_at is null
    order by c.id for update of c`,
);

/** Statements after the lock take a new snapshot, so they see the changes of the previous lock holder. */
export const TEAMS_WITH_MEMBERS = batchStatement(
  'teams-with-members',
  OF_TEAM,
  (w) => `select w.customer_id from ${w}
    where exists (select from customer_portal.members m
      where m.organization_id = w.organization_id and m.customer_id = w.customer_id and m.deleted_at is null)`,
);

export const OWNERS = batchStatement(
  'members-owners',
  OF_TEAM,
  (w) => `select ${LOADED.selectList('m')} from ${w}
    join customer_portal.members m on m.organization_id = w.organization_id and m.customer_id = w.customer_id
      and m.role = 'owner' and m.deleted_at is null`,
);

const membersBy = (column: string, type: 'uuid' | 'text') =>
  batchStatement(
    `members-by-${column}`,
    { ...OF_TEAM, value: type },
    (w) => `select ${LOADED.selectList('m')} from ${w}
      join customer_portal.members m on m.organization_id = w.organization_id and m.customer_id = w.customer_id
        and m.${column} = w.value and m.deleted_at is null`,
  );

export const MEMBERS_BY_ID = membersBy('id', 'uuid');
export const MEMBERS_BY_EXTERNAL_ID = membersBy('external_id', 'text');
export const MEMBERS_BY_EMAIL = membersBy('email_key', 'text');

const ADD_MEMBERS = MEMBERS.insert('members-add');
const WRITE_MEMBERS = MEMBERS.without('organizationId', 'customerId', 'created_at').update('members-write');

/**
 * The statements that write the members that differ from their rows, and those that are added. Addresses and external ids of changed
 * ones are free before members are added. Times of rows are those of the system, as in the mapping.
 */
export const writesOfMembers = (
  loaded: readonly { readonly state: MemberState; readonly row: LoadedMemberRow }[],
  added: readonly Member[],
) => [
  ...WRITE_MEMBERS.of(LOADED.changed(loaded).map((state) => ({ ...state, modified_at: new Date() }))),
  ...ADD_MEMBERS.of(added.map(({ stored }) => ({ ...stored, created_at: new Date(), modified_at: null }))),
];
