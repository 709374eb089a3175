import { NotPermitted, ResourceNotFound, ValidationFailed } from '#kernel';
import type { Membership } from './membership.ts';
import { ROLES, scopesOfRole } from './permissions.ts';
import { SCOPES } from './scopes.ts';
import { SellerPrincipal } from './seller-principal.ts';

const belongs = (organizationId: string, more: Partial<Membership> = {}): Membership => ({
  organizationId,
  role: 'admin',
  blocked: false,
  ssoEnforced: false,
  credentialsEndedAt: null,
  isSandbox: false,
  ...more,
});
const ENFORCED = { ssoEnforced: true };

type Identity = ConstructorParameters<typeof SellerPrincipal>[0];
const principal = (more: Partial<Identity> = {}): SellerPrincipal =>
  new SellerPrincipal({
    kind: 'user',
    id: 'ada',
    tokenId: 'token',
    tokenExpiresAt: null,
    authorizedAt: new Date(1000),
    scopes: [],
    memberships: [belongs('acme', ENFORCED), belongs('globex', { ...ENFORCED, role: 'owner' }), belongs('initech')],
    ...more,
  });
const session = (hasSecondFactor: boolean) => ({ session: { authenticatedAt: new Date(), hasSecondFactor } });

describe('the memberships that count', () => {
  test.each<[string, Partial<Identity>, string[], string[]]>([
    ['with a session', session(false), ['initech'], ['acme', 'globex']],
    ['with a session and a second factor', session(true), ['globex', 'initech'], ['acme']],
    ['with an access token', {}, ['initech'], ['acme', 'globex']],
    ['with a token of an application', { clientId: 'app' }, ['initech'], ['acme', 'globex']],
    ['with a session of a provider', { ...session(false), providerOrganizationId: 'acme' }, ['acme'], []],
    ['with a token that was made in one', { providerOrganizationId: 'acme' }, ['acme'], []],
    ['at an organization that enforces nothing', { providerOrganizationId: 'initech' }, ['initech'], []],
    ['after the membership has ended', { providerOrganizationId: 'umbrella' }, [], []],
    ['with an organization token', { kind: 'organization', memberships: [belongs('acme', ENFORCED)] }, ['acme'], []],
  ])('%s', (_how, identity, counting, needing) => {
    const caller = principal(identity);
    expect([caller.organizations, caller.needingSingleSignOn]).toEqual([counting, needing]);
    expect(caller.access('products').visible).toEqual(counting);
    expect(caller.actor.organizations).toEqual(counting);
  });
});

test('what an owner has ended does not count there, however the user signs in', () => {
  const ended = (at: number): Membership[] => [
    belongs('acme', { credentialsEndedAt: new Date(at).toISOString() }),
    belongs('globex'),
  ];
  for (const identity of [session(true), session(false), {}, { clientId: 'app' }, { providerOrganizationId: 'acme' }]) {
    const counting = (at: number): string[] => principal({ ...identity, memberships: ended(at) }).organizations;
    expect([counting(1000).includes('acme'), counting(999).includes('acme')]).toEqual([false, true]);
  }
  const caller = principal({ memberships: ended(1000) });
  expect(caller.needingSingleSignOn).toEqual([]);
  for (const name of naming(caller, 'acme')) expect(name).toThrow(/ended your sessions and tokens/);
});

test('nobody gives with a token what it may not do itself', () => {
  for (const role of ROLES) {
    const scopes = scopesOfRole(role, SCOPES);
    expect(() => principal({ scopes }).assertMayGive(role)).not.toThrow();
    for (const missing of scopes) {
      const fewer = principal({ scopes: scopes.filter((scope) => scope !== missing) });
      expect(() => fewer.assertMayGive(role)).toThrow(missing);
    }
  }
});

/** What happens to a caller who names an organization, in each way. */
const naming = (caller: SellerPrincipal, organizationId: string): readonly (() => unknown)[] => [
  () => caller.narrowTo(organizationId),
  () => caller.access('products').assertSees(organizationId),
  () => caller.access('products').narrow([organizationId]),
  () => caller.organizationFor(organizationId, 'products'),
];

test('whoever names an organization that needs single sign-on is told so', () => {
  for (const name of naming(principal(session(false)), 'acme')) expect(name).toThrow(/requires single sign-on/);
  expect(() => principal(session(false)).narrowTo('initech').narrowTo('acme')).toThrow(ResourceNotFound);
});

test('a credential of a provider is told the same about organizations of its user, of others and of nobody', () => {
  const limited = principal({ ...session(false), providerOrganizationId: 'acme' });
  for (const other of ['globex', 'initech', 'unknown']) {
    for (const name of naming(limited, other)) expect(name).toThrow(/sign in another way/);
  }
  expect(() => limited.assertMayActForUser()).toThrow(NotPermitted);
  principal(session(false)).assertMayActForUser();
});

test('for a stranger an organization does not exist', () => {
  const [narrowing, seeing, listing, creating] = naming(principal(session(true)), 'unknown');
  expect(narrowing).toThrow(ResourceNotFound);
  expect(seeing).toThrow(ResourceNotFound);
  expect(listing!()).toEqual([]);
  expect(creating).toThrow(ValidationFailed);
});

test('only a session is signed in through a provider', () => {
  const through = { providerOrganizationId: 'acme' };
  expect(principal({ ...session(false), ...through }).isSignedInThrough('acme')).toBe(true);
  expect(principal(through).isSignedInThrough('acme')).toBe(false);
  expect(principal({ ...session(true), ...through }).isSignedInThrough('globex')).toBe(false);
});
