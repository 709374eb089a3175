import { accessTokens } from './access-tokens.ts';
import { auditLog } from './audit-log.ts';
import { benefits } from './benefits.ts';
import { connectors } from './connectors.ts';
import { customFields } from './custom-fields.ts';
import { customers } from './customers.ts';
import { failedEvents } from './failed-events.ts';
import { type Group, groupsReadBy, seedFixtures, type SeededFixtures } from '../fixtures.ts';
import type { TestApi } from '../api.ts';
import type { Method } from '../call.ts';
import type { Contract } from '../contract.ts';
import type { Examples } from './example.ts';
import { files } from './files.ts';
import { keyPools } from './key-pools.ts';
import { licenseKeys } from './license-keys.ts';
import { members } from './members.ts';
import { metering } from './metering.ts';
import { metrics } from './metrics.ts';
import { notes } from './notes.ts';
import { organizations } from './organizations.ts';
import { portal } from './portal.ts';
import { products } from './products.ts';
import { purchases } from './purchases.ts';
import { releases } from './releases.ts';
import { search } from './search.ts';
import { seats } from './seats.ts';
import { singleSignOn } from './single-sign-on.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';

export { isAlwaysEmpty, outcomeOf } from './example.ts';

/** One valid request for every operation of the API, under its method and path as the OpenAPI document writes them. */
export const EXAMPLES: Examples = {
  'GET /health/live': { request: () => ({ url: '/health/live' }) },
  'GET /health/ready': { request: () => ({ url: '/health/ready' }) },
  ...organizations,
  ...users,
  ...singleSignOn,
  ...accessTokens,
  ...auditLog,
  ...failedEvents,
  ...customers,
  ...members,
  ...portal,
  ...benefits,
  ...products,
  ...purchases,
  ...seats,
  ...webhooks,
  ...connectors,
  ...customFields,
  ...files,
  ...licenseKeys,
  ...keyPools,
  ...metering,
  ...metrics,
  ...notes,
  ...releases,
  ...search,
  ...portal,
};

/** The fixtures that the operation's example needs. */
export function groupsOf(operation: string): readonly Group[] {
  const groups = groupsReadBy((fixtures) => EXAMPLES[operation]!.request(fixtures, {}));
  return operation.includes('/v1/customer-portal/') ? [...groups, 'portal'] : groups;
}

/** Seeds what the operation's example needs, which is faster than all fixtures. */
export const seedFixturesFor = (api: TestApi, operation: string): Promise<SeededFixtures> =>
  seedFixtures(api, groupsOf(operation));

/** The example of an operation as the owner of the fixtures sends it, with a token of the first kind that is accepted. */
export function ownRequest(contract: Contract, operation: string, fixtures: SeededFixtures) {
  const { seller, sessions, organization_id } = fixtures;
  const accepts = (scheme: string): boolean =>
    (contract.operations.get(operation)!.security ?? []).some((each) => scheme in each);
  const tokens = { oat: seller.oat, pat: seller.pat, user_session: seller.user_session, ...sessions };
  const token = Object.entries(tokens).find(([scheme]) => accepts(scheme))?.[1];
  const isForUsers = accepts('pat') && !accepts('oat');
  const request = EXAMPLES[operation]!.request(fixtures, isForUsers ? { organization_id } : {});
  return { ...request, method: operation.split(' ')[0] as Method, token };
}
