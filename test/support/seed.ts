import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { SetMemberRole, CreateOrganization, IssueAccessToken, RegisterUser } from '#organizations';
import { type Role, type Scope, SCOPES } from '#platform/auth';
import type { TestApi } from './api.ts';
import { seedUserSession } from './seed-user.ts';

export interface SeededOrganization {
  readonly organization: { readonly id: string; readonly slug: string };
  /** The owner. */
  readonly user: { readonly id: string; readonly email: string };
  /** An organization access token with all scopes. */
  readonly oat: string;
  /** A personal access token of the owner, with all scopes. */
  readonly pat: string;
  /** A session of the owner, who has just signed in. */
  readonly user_session: string;
  /** Issues another organization access token with only these scopes. */
  tokenWith(scopes: readonly Scope[]): Promise<string>;
  /** Issues another personal access token of the owner with only these scopes. */
  personalTokenWith(scopes: readonly Scope[]): Promise<string>;
  /** Adds a user with this role and issues a personal access token for them, with all scopes if none are given. */
  tokenAs(role: Role, scopes?: readonly Scope[]): Promise<string>;
}

/** Creates an organization with an owner and tokens. */
export async function seedOrganization(
  api: TestApi,
  {
    name = 'Acme',
    slug = `acme-${randomUUID()}`,
    sandboxOf,
  }: { name?: string; slug?: string; sandboxOf?: string | undefined } = {},
): Promise<SeededOrganization> {
  const bus = api.app.get(CommandBus);
  const newUser = (email = `${randomUUID()}@example.com`) => bus.execute(new RegisterUser(email));
  const issue = async (owner: IssueAccessToken['owner'], scopes: readonly Scope[] = SCOPES): Promise<string> => {
    const { token } = await bus.execute(
      new IssueAccessToken(owner, { comment: 'test', scopes, within: scopes, lifetime: null, latestExpiry: null }),
    );
    return token;
  };

  const email = `owner-${randomUUID()}@example.com`;
  const userId = await newUser(email);
  const organizationId = await bus.execute(
    new CreateOrganization({ slug, ownerId: userId, profile: { name }, ...(sandboxOf && { sandboxOf }) }),
  );
  return {
    organization: { id: organizationId, slug },
    user: { id: userId, email },
    oat: await issue({ organizationId }),
    pat: await issue({ userId }),
    user_session: await seedUserSession(api, userId),
    tokenWith: (scopes) => issue({ organizationId }, scopes),
    personalTokenWith: (scopes) => issue({ userId }, scopes),
    tokenAs: async (role, scopes) => {
      const memberId = await newUser();
      await bus.execute(new SetMemberRole({ id: organizationId }, memberId, role));
      return issue({ userId: memberId }, scopes);
    },
  };
}
