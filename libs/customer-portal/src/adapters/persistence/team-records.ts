import { BatchTable, type LoadedRow, type StoredProperties } from '#engine/persistence';
import type { Member, MemberState } from '../../domain/member.ts';
import type { TeamCustomer } from '../../domain/team.ts';
import { MemberMapping } from './member.mapping.ts';

/** The SQL of the group commit of teams. Every statement takes a whole batch as arrays and is prepared once per connection. */

const MEMBERS = BatchTable.of(MemberMapping);
const LOADED = MEMBERS.without('created_at', 'modified_at');

type StoredMember = StoredProperties<typeof MemberMapping>;
export type LoadedMemberRow = LoadedRow<Omit<StoredMember, 'created_at' | 'modified_at'>>;
export type LockedTeamRow = TeamCustomer;

export const toMemberState = (row: LoadedMemberRow): MemberState => LOADED.read(row);

interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Rows are locked in the order of their ids to avoid deadlocks. */
export const LOCK_TEAMS: Statement = {
  name: 'teams-lock',
  text: `select c.id, c.organization_id as "organizationId", c.type, c.email
    from unnest($1::uuid[], $2::uuid[]) as w (organization_id, id)
    join customer_portal.customers c on c.organization_id = w.organization_id and c.id = w.id and c.deleted_at is null
    order by c.id for update of c`,
};

/** Statements after the lock take a new snapshot, so they see the changes of the previous lock holder. */
export const TEAMS_WITH_MEMBERS: Statement = {
  name: 'teams-with-members',
  text: `select w.customer_id from unnest($1::uuid[], $2::uuid[]) as w (organization_id, customer_id)
    where exists (select from customer_portal.members m
      where m.organization_id = w.organization_id and m.customer_id = w.customer_id and m.deleted_at is null)`,
};

export const OWNERS: Statement = {
  name: 'members-owners',
  text: `select ${LOADED.selectList('m')} from unnest($1::uuid[], $2::uuid[]) as w (organization_id, customer_id)
    join customer_portal.members m on m.organization_id = w.organization_id and m.customer_id = w.customer_id
      and m.role = 'owner' and m.deleted_at is null`,
};

const membersBy = (column: string, type: 'uuid' | 'text'): Statement => ({
  name: `members-by-${column}`,
  text: `select ${LOADED.selectList('m')} from unnest($1::uuid[], $2::uuid[], $3::${type}[]) as w (organization_id, customer_id, value)
    join customer_portal.members m on m.organization_id = w.organization_id and m.customer_id = w.customer_id
      and m.${column} = w.value and m.deleted_at is null`,
});

export const MEMBERS_BY_ID = membersBy('id', 'uuid');
export const MEMBERS_BY_EXTERNAL_ID = membersBy('external_id', 'text');
export const MEMBERS_BY_EMAIL = membersBy('email_key', 'text');

const ADD_MEMBERS = MEMBERS.insert('members-add');
const WRITE_MEMBERS = MEMBERS.without('organizationId', 'customerId', 'created_at').update('members-write');

/** The statements that write members. Addresses and external ids of changed ones are free before members are added. */
export const writesOfMembers = (changed: readonly Member[], added: readonly Member[]) => [
  ...WRITE_MEMBERS.of(changed.map((member) => rowOf(member, { created_at: new Date(), modified_at: new Date() }))),
  ...ADD_MEMBERS.of(added.map((member) => rowOf(member, { created_at: new Date(), modified_at: null }))),
];

/** Times of rows are those of the system, as in the mapping. */
const rowOf = ({ stored }: Member, times: Pick<StoredMember, 'created_at' | 'modified_at'>): StoredMember => ({
  ...stored,
  ...times,
});
