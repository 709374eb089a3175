import { useQuery } from '@tanstack/react-query';
import { answer, type Schema } from '../../api/client.ts';
import { api, useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';

const MOST = 100;

/** Roles that see who belongs to the organization. */
const SEE_MEMBERS: ReadonlySet<string> = new Set(['owner', 'admin', 'member']);

/** Members of the organization, whose changes can be looked for. */
export function useMembers(): readonly Schema<'OrganizationMember'>[] {
  const { organization_id: id, role } = useOrganization();
  const members = useQuery({
    queryKey: ['members', id, 'all'],
    enabled: SEE_MEMBERS.has(role),
    queryFn: () => answer(api.GET('/v1/organizations/{id}/members', { params: { path: { id }, query: { limit: MOST } } })),
    staleTime: 60_000,
  });
  return members.data?.items ?? [];
}

/** Who made a change, in words: the address of a member, else what kind of actor it was. */
export function useActorName(): (actor: Schema<'AuditLogEntry'>['actor']) => string {
  const { auditLog: words } = useWords();
  const members = useMembers();
  return ({ type, id }) => members.find(({ user_id }) => user_id === id)?.email ?? words.actors[type];
}

/** What a resource is called. Types that come with later releases of the service are shown as they are. */
export function useTypeName(): (type: string) => string {
  const { auditLog } = useWords();
  const names: Readonly<Record<string, string>> = auditLog.types;
  return (type) => names[type] ?? type;
}
