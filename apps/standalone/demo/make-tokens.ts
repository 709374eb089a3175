import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { IssueOAuthToken, OFFERED_SCOPES } from '#oauth';
import { IssueAccessToken, ListAccessTokens, RevokeAccessToken, type TokenHolder } from '#organizations';
import { CredentialSources, type Scope, SCOPES, SellerPrincipal } from '#platform/auth';
import type { Demo, DemoAccessTokens } from './demo.ts';
import { DEMO_CLIENT_ID } from './make-application.ts';

type Owners = { readonly [O in 'organization' | 'owner' | 'other_organization']: { readonly id: string } };
type Expiring = Pick<Demo, 'tokens_expire_at'> & { readonly tokens: DemoAccessTokens };

const DAY_MS = 86_400_000;
const LIFETIME_MS = 30 * DAY_MS;
/** The beginning of the comments of all demo tokens. */
const MARK = 'Demo: ';
/** A token has at least one scope; no operation for organization access tokens requires this one. */
const UNUSED_SCOPES: readonly Scope[] = ['personal_access_tokens:read'];

export async function makeTokens(
  commands: CommandBus,
  clock: Clock,
  { organization, owner, other_organization }: Owners,
): Promise<Expiring> {
  const expiresAt = new Date(clock.now().getTime() + LIFETIME_MS);
  const issue = async (
    holder: IssueAccessToken['owner'],
    comment: string,
    scopes: readonly Scope[] = SCOPES,
  ): Promise<string> => {
    const attributes = { comment: MARK + comment, scopes, within: SCOPES, lifetime: LIFETIME_MS, latestExpiry: null };
    return (await commands.execute(new IssueAccessToken(holder, attributes))).token;
  };
  const organizationId = organization.id;
  return {
    tokens_expire_at: expiresAt.toISOString(),
    tokens: {
      oat: await issue({ organizationId }, 'all scopes'),
      pat: await issue({ userId: owner.id }, 'all scopes'),
      oat_read_only: await issue({ organizationId }, 'reads license keys', ['license_keys:read']),
      oat_no_scopes: await issue({ organizationId }, 'no useful scopes', UNUSED_SCOPES),
      oat_other_organization: await issue({ organizationId: other_organization.id }, 'another organization'),
      oidc: await issueOAuth(commands, owner.id),
    },
  };
}

const issueOAuth = (commands: CommandBus, userId: string): Promise<string> =>
  commands.execute(
    new IssueOAuthToken({
      clientId: DEMO_CLIENT_ID,
      userId,
      scopes: OFFERED_SCOPES,
      organizationIds: null,
      lifetimeMs: LIFETIME_MS,
    }),
  );

/** Files of earlier builds have tokens without expiry, and do not name their owners. */
type Stored = Pick<Demo, 'organization' | 'tokens'> & Partial<Omit<Owners, 'organization'> & Pick<Demo, 'tokens_expire_at'>>;

/** New tokens and their owners, if those of the file expire within a day, or never: then they are deleted. */
export async function renewTokens(
  app: INestApplicationContext,
  demo: Stored,
): Promise<(Expiring & Omit<Owners, 'organization'>) | undefined> {
  const [commands, clock] = [app.get(CommandBus), app.get(Clock)];
  const { organization, owner, other_organization, tokens_expire_at } = demo;
  if (tokens_expire_at && owner && other_organization) {
    if (Date.parse(tokens_expire_at) - clock.now().getTime() > DAY_MS) return undefined;
    return { owner, other_organization, ...(await makeTokens(commands, clock, { organization, owner, other_organization })) };
  }
  const owners = await ownersOf(app.get(CredentialSources), demo.tokens);
  if (!owners) return undefined;
  await deleteUnlimited(app, { userId: owners.owner.id });
  await deleteUnlimited(app, { organizations: [organization.id] });
  await deleteUnlimited(app, { organizations: [owners.other_organization.id] });
  return { ...owners, ...(await makeTokens(commands, clock, { organization, ...owners })) };
}

/** Undefined if one of the tokens was deleted. */
async function ownersOf(sources: CredentialSources, { pat, oat_other_organization }: DemoAccessTokens) {
  const [user, organization] = [await sources.identify(pat), await sources.identify(oat_other_organization)];
  if (!(user instanceof SellerPrincipal) || !(organization instanceof SellerPrincipal)) return undefined;
  return { owner: { id: user.id }, other_organization: { id: organization.id } };
}

/** Deletes the demo tokens of the holder that never expire. */
async function deleteUnlimited(app: INestApplicationContext, holder: TokenHolder): Promise<void> {
  const { items } = await app.get(QueryBus).execute(new ListAccessTokens(holder, { page: 1, limit: 100 }));
  for (const { id, comment, expires_at } of items) {
    if (comment.startsWith(MARK) && expires_at === null) {
      await app.get(CommandBus).execute(new RevokeAccessToken({ id, ...holder }));
    }
  }
}
