import type { Schema } from '../../api/client.ts';
import { useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';

export type Role = Schema<'OrganizationMember'>['role'];
/** All that there are. */
export const ALL_ROLES: readonly Role[] = ['owner', 'admin', 'member', 'finance', 'support'];

/** The roles that the user may give: only owners make owners. */
export function useRoles(): readonly { readonly id: Role; readonly label: string }[] {
  const { settings } = useWords();
  const { role } = useOrganization();
  return ALL_ROLES.filter((id) => id !== 'owner' || role === 'owner').map((id) => ({ id, label: settings.roles[id] }));
}
