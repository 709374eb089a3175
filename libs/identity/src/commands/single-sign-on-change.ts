import type { QueryBus } from '@nestjs/cqrs';
import { type Access, NotPermitted } from '#kernel';
import { FindMemberRole, FindOrganizations } from '#organizations/contract';

/** Who changes the single sign-on of which organization. */
export interface SingleSignOnChange {
  readonly access: Access;
  readonly organizationId: string;
  /** The user who makes the change. */
  readonly by: string;
}

/** Throws `ResourceNotFound` and `NotPermitted`. */
export function assertManages({ access, organizationId }: SingleSignOnChange): void {
  access.assertSees(organizationId);
  access.assertCanManage(organizationId);
}

/**
 * The same for what would let somebody around single sign-on while the organization enforces it, or lock its members out: only owners do that.
 */
export async function assertMayWeaken(change: SingleSignOnChange, queries: QueryBus): Promise<void> {
  assertManages(change);
  const { organizationId, by } = change;
  const organization = (await queries.execute(new FindOrganizations([organizationId]))).get(organizationId);
  if (!organization?.ssoEnforced || (await queries.execute(new FindMemberRole(organizationId, by))) === 'owner') return;
  throw new NotPermitted('While single sign-on is enforced, only owners change the connection and remove domains.');
}
