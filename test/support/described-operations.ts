import { CommandBus } from '@nestjs/cqrs';
import { IssueAccessToken } from '#organizations';
import { type Role, type Scope, SCOPES } from '#platform/auth';
import type { TestApi } from './api.ts';
import type { Method } from './call.ts';
import { type Contract, isOfOpenId } from './contract.ts';
import { EXAMPLES } from './examples/index.ts';
import type { SeededFixtures } from './fixtures.ts';
import { type Need, needOf, rolesThatMay } from './permissions.ts';
import { openSession } from './portal.ts';
import type { SessionKind } from './seed-portal.ts';

export type Credential = readonly [kind: string, scope: Scope | 'none'];

/** What the OpenAPI document says of an operation. */
export interface DescribedOperation {
  readonly name: string;
  readonly method: Method;
  /** The statuses of success. */
  readonly success: readonly number[];
  /** Each kind with each scope that is enough; empty if the operation needs none. */
  readonly credentials: readonly Credential[];
}

/** Where a personal access token is accepted, these make the same request of the same user; `access-matrix` has them. */
const LIKE_PERSONAL_TOKENS = new Set(['oidc', 'user_session']);

export const operationsOf = (contract: Contract): readonly DescribedOperation[] =>
  [...contract.operations]
    .filter(([name]) => !isOfOpenId(name))
    .map(([name, { security = [], responses }]) => ({
      name,
      method: name.split(' ')[0] as Method,
      success: Object.keys(responses)
        .map(Number)
        .filter((status) => status < 300),
      credentials: security
        .flatMap((scheme) =>
          Object.entries(scheme).flatMap(([kind, scopes]) => scopes.map((scope) => [kind, scope as Scope] as const)),
        )
        .filter(([kind], _index, all) => !LIKE_PERSONAL_TOKENS.has(kind) || !all.some(([other]) => other === 'pat')),
    }));

/** The credentials with which an operation is asked. */
export const askedWith = ({ credentials }: DescribedOperation): readonly Credential[] =>
  credentials.length > 0 ? credentials : [['none', 'none']];

/** Whether `operations` asks it as every role that may: it changes something, and what it is about does not belong to the user alone. */
export const isAskedAsRoles = (name: string, need: Need | undefined): need is Need =>
  need !== undefined && !name.startsWith('GET ') && EXAMPLES[name]!.permitted === undefined;

/** The roles as which `operations` asks it with a personal access token, the least that may first. */
export function rolesAsking({ name, method, credentials }: DescribedOperation): readonly Role[] {
  const scopes = credentials.map(([, scope]) => scope);
  const need = needOf(method, scopes, EXAMPLES[name]!.about);
  return isAskedAsRoles(name, need) ? rolesThatMay(need) : [];
}

/** What gives access needs every scope of what it gives, too. */
export const scopesWith = (scope: Scope): readonly Scope[] => (scope === 'organization_members:write' ? SCOPES : [scope]);

/** A token of this kind with this scope only. */
export async function tokenWith(
  api: TestApi,
  [kind, scope]: Credential,
  { organization_id, customer_id, seller, sessions }: SeededFixtures,
  operation: string,
): Promise<string | undefined> {
  if (scope === 'none') return undefined;
  if (/customer-portal.(members|meters|seats)/.test(operation)) return sessions[kind as SessionKind];
  if (kind === 'user_session') return seller.user_session;
  if (kind.endsWith('_session')) {
    const role = kind === 'member_session' ? 'billing_manager' : undefined;
    return (await openSession(api, seller, customer_id, role)).token;
  }
  const owner = kind === 'oat' ? { organizationId: organization_id } : { userId: seller.user.id };
  const scopes = scopesWith(scope);
  const terms = { comment: scope, scopes, within: scopes, lifetime: null, latestExpiry: null };
  return (await api.app.get(CommandBus).execute(new IssueAccessToken(owner, terms))).token;
}

/** What a request with such a credential says about its sender. */
export const callerOf = ([kind]: Credential, { organization_id }: SeededFixtures) =>
  kind === 'pat' ? { organization_id } : isSession(kind) ? { session: kind } : {};

const isSession = (kind: string | undefined): kind is SessionKind => kind === 'customer_session' || kind === 'member_session';
