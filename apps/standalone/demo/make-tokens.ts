import type { CommandBus } from '@nestjs/cqrs';
import { IssueAccessToken } from '#organizations';
import { type Scope, SCOPES } from '#platform/auth';
import type { DemoSessions, DemoTokens } from './demo.ts';

interface Owners {
  readonly organizationId: string;
  readonly ownerId: string;
  readonly otherOrganizationId: string;
}

/** A token has at least one scope; no operation for organization access tokens requires this one. */
const UNUSED_SCOPES: readonly Scope[] = ['personal_access_tokens:read'];

export async function makeTokens(
  commands: CommandBus,
  { organizationId, ownerId, otherOrganizationId }: Owners,
): Promise<Omit<DemoTokens, keyof DemoSessions>> {
  const issue = async (owner: IssueAccessToken['owner'], comment: string, scopes: readonly Scope[] = SCOPES): Promise<string> => {
    const { token } = await commands.execute(
      new IssueAccessToken(owner, { comment, scopes, within: SCOPES, lifetime: null, latestExpiry: null }),
    );
    return token;
  };
  return {
    oat: await issue({ organizationId }, 'Demo: all scopes'),
    pat: await issue({ userId: ownerId }, 'Demo: all scopes'),
    oat_read_only: await issue({ organizationId }, 'Demo: reads license keys', ['license_keys:read']),
    oat_no_scopes: await issue({ organizationId }, 'Demo: no useful scopes', UNUSED_SCOPES),
    oat_other_organization: await issue({ organizationId: otherOrganizationId }, 'Demo: another organization'),
  };
}
