import type { MemberTables } from '../adapters/persistence/member.mapping.ts';
import type { MemberView } from '../views/index.ts';

/** The columns of a member; the same as the fields of its view. */
export const MEMBER_COLUMNS = [
  'id',
  'created_at',
  'modified_at',
  'customer_id',
  'email',
  'name',
  'external_id',
  'role',
] as const satisfies readonly (keyof MemberTables['customer_portal.members'] & keyof MemberView)[];
