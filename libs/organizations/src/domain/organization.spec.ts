import { BadRequest, ValidationFailed, newId, NotPermitted } from '#kernel';
import { anOrganization, OWNER } from '../../testing/organization.builder.ts';
import type { FeatureChanges } from './features.ts';
import {
  DisputeAutoAcceptNotEnabled,
  LastOwner,
  UserNotMemberOfOrganization,
  SSOEnforcementRequiresConnection,
} from './organization.errors.ts';
import { DEFAULT_SUBSCRIPTION_SETTINGS } from './organization-settings.ts';
import type { Organization, OrganizationChanges } from './organization.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const LATER = new Date('2026-11-21T12:00:00Z');

const update = (organization: Organization, changes: Partial<OrganizationChanges>) =>
  organization.update({ profile: {}, ...changes }, NOW);
const turn = (organization: Organization, features: FeatureChanges) => update(organization, { features });

function placesOf(act: () => unknown): string[] {
  try {
    act();
  } catch (error) {
    if (error instanceof ValidationFailed) return error.errors.map(({ path }) => path.join('.'));
    throw error;
  }
  return [];
}

describe('a new organization', () => {
  test('is created without review and cannot accept payments', () => {
    const { status, statusChangedAt, capabilities, nextReviewThreshold } = anOrganization().build().snapshot;
    expect([status, statusChangedAt, nextReviewThreshold]).toEqual(['created', null, 1000]);
    expect(capabilities).toMatchObject({ checkout_payments: false, payouts: false, api_access: true });
  });

  test('is active in the sandbox', () => {
    expect(anOrganization().inTheSandbox().build().snapshot).toMatchObject({ status: 'active', capabilities: { payouts: true } });
  });

  test('belongs to its creator', () => {
    expect(anOrganization().build().snapshot.members).toEqual({ [OWNER]: 'owner' });
  });

  test('has seat-based pricing and the member model enabled, whatever is requested', () => {
    const platform = { seat_based_pricing_enabled: false, member_model_enabled: false, checkout_localization_enabled: true };
    expect(anOrganization().with({ features: platform }).build().snapshot).toMatchObject({
      seatBasedPricing: true,
      featureSettings: { member_model_enabled: true, checkout_localization_enabled: true, overview_metrics: null },
    });
  });

  test('stores when its details were submitted', () => {
    const { detailsSubmittedAt, details } = anOrganization()
      .with({ details: { about: 'Software' } })
      .build().snapshot;
    expect([detailsSubmittedAt, details]).toEqual([new Date('2026-01-01T00:00:00Z'), { about: 'Software' }]);
  });

  test.each(['acme', 'acme-2', '420', 'a-b-c', 'a'.repeat(64)])('accepts the slug %s', (slug) => {
    expect(anOrganization().withSlug(slug.toUpperCase()).build().slug).toBe(slug);
  });

  test.each(['-ab', 'ab-', 'a--b', 'a b', 'äbc', 'a_b', 'ab', 'a'.repeat(65), 'legal', 'OAuth2', '.well-known'])(
    'cannot be called %j',
    (slug) => {
      expect(placesOf(() => anOrganization().withSlug(slug).build())).toEqual(['slug']);
    },
  );

  test('has a name of at least three characters', () => {
    expect(
      placesOf(() =>
        anOrganization()
          .with({ profile: { name: '😀😀' } })
          .build(),
      ),
    ).toEqual(['name']);
  });

  test('cannot reset prorations', () => {
    const subscriptionSettings = { ...DEFAULT_SUBSCRIPTION_SETTINGS, proration_behavior: 'reset' } as const;
    const builder = anOrganization().with({ profile: { name: 'Acme', subscriptionSettings } });
    expect(placesOf(() => builder.build())).toEqual(['subscriptionSettings.prorationBehavior']);
  });
});

describe('an update', () => {
  test('changes only the given fields', () => {
    const organization = anOrganization()
      .with({ profile: { name: 'Acme', email: 'a@example.com', country: 'DE' } })
      .build();
    update(organization, { profile: { email: null, country: undefined } });
    expect(organization.snapshot).toMatchObject({ name: 'Acme', email: null, country: 'DE' });
  });

  test('is recorded if something changes', () => {
    const organization = anOrganization().build();
    update(organization, {});
    update(organization, { profile: { name: organization.snapshot.name } });
    expect(organization.pullEvents()).toEqual([]);
    update(organization, { profile: { name: 'Another name' } });
    expect(organization.pullEvents()).toMatchObject([
      { name: 'organization.updated', aggregateId: organization.id, organizationId: organization.id, occurredAt: NOW },
    ]);
  });

  test.each([
    ['https://x.com/a', 'x'],
    ['https://www.twitter.com/a', 'x'],
    ['https://github.com', 'github'],
    ['https://fb.com/a', 'facebook'],
    ['https://www.instagram.com/a', 'instagram'],
    ['https://youtu.be/a', 'youtube'],
    ['https://tiktok.com/@a', 'tiktok'],
    ['https://linkedin.com/in/a', 'linkedin'],
    ['https://www.threads.net/a', 'threads'],
    ['https://discord.gg/a', 'discord'],
    ['https://gist.github.com/a', 'other'],
    ['https://notx.com', 'other'],
    ['https://constructor', 'other'],
  ])('finds the platform of %s', (url, platform) => {
    const organization = anOrganization().build();
    update(organization, { profile: { socials: [url] } });
    expect(organization.snapshot.socials).toEqual([{ platform, url }]);
  });

  test('enforces single sign-on if the session shows that it works; an owner stops it in such a session, and operators do', () => {
    const organization = anOrganization().with({ ownerId: 'owner' }).build();
    organization.setMemberRole('admin', 'admin', NOW);
    const set = (ssoEnforced: boolean, by: string | null) => () =>
      update(organization, { profile: {}, ssoEnforced, singleSignOn: { by, isConnected: true } });
    set(true, 'admin')();
    set(true, null)();
    for (const by of [null, 'admin']) expect(set(false, by)).toThrow(NotPermitted);
    expect(() => update(organization, { profile: {}, ssoEnforced: false })).toThrow(NotPermitted);
    expect(organization.snapshot.ssoEnforced).toBe(true);
    set(false, 'owner')();
    set(false, null)();
    expect(organization.snapshot.ssoEnforced).toBe(false);
    set(true, 'owner')();
    organization.stopEnforcingSingleSignOn(new Date());
    expect(organization.snapshot.ssoEnforced).toBe(false);
  });

  test('that is rejected changes nothing', () => {
    const organization = anOrganization().build();
    const before = organization.snapshot;
    const changes = { profile: { name: 'Other' }, features: { seat_based_pricing_enabled: false }, details: { about: 'x' } };
    expect(placesOf(() => update(organization, changes))).toEqual(['featureSettings.seatBasedPricingEnabled']);
    expect(() => update(organization, { profile: { name: 'Other' }, ssoEnforced: true })).toThrow(NotPermitted);
    const singleSignOn = { by: 'owner', isConnected: false };
    expect(() => update(organization, { profile: { name: 'Other' }, ssoEnforced: true, singleSignOn })).toThrow(
      SSOEnforcementRequiresConnection,
    );
    expect(() => update(organization, { profile: { name: 'Other' }, acceptDisputesBelow: 1 })).toThrow(
      DisputeAutoAcceptNotEnabled,
    );
    expect(organization.snapshot).toEqual(before);
  });

  test('changes single features, and null leaves them unchanged', () => {
    const organization = anOrganization().build();
    turn(organization, { overview_metrics: ['revenue'] });
    turn(organization, { checkout_localization_enabled: true, overview_metrics: null });
    expect(organization.snapshot.featureSettings).toMatchObject({
      checkout_localization_enabled: true,
      overview_metrics: ['revenue'],
      member_model_enabled: true,
    });
  });

  test('requires the member model for seat-based pricing', () => {
    const organization = anOrganization().build();
    turn(organization, { member_model_enabled: false });
    expect(placesOf(() => turn(organization, { seat_based_pricing_enabled: true }))).toHaveLength(1);
    turn(organization, { seat_based_pricing_enabled: true, member_model_enabled: true });
    expect(organization.snapshot.seatBasedPricing).toBe(true);
  });

  test('accepts disputes automatically once both features are on', () => {
    const organization = anOrganization().build();
    organization.setFeature('disputes_enabled', true, NOW);
    expect(() => update(organization, { acceptDisputesBelow: 500 })).toThrow(DisputeAutoAcceptNotEnabled);
    organization.setFeature('dispute_auto_accept_enabled', true, NOW);
    update(organization, { acceptDisputesBelow: 500 });
    organization.setFeature('disputes_enabled', false, NOW);
    update(organization, {});
    expect(organization.snapshot.disputeSettings).toEqual({ auto_accept_below_amount: 500 });
    update(organization, { acceptDisputesBelow: null });
    expect(organization.snapshot.disputeSettings).toEqual({ auto_accept_below_amount: null });
  });
});

describe('the status of an organization', () => {
  test('determines the capabilities, and its change is recorded with its time', () => {
    const organization = anOrganization().build();
    organization.moveTo('active', LATER);
    expect(organization.snapshot).toMatchObject({ status: 'active', statusChangedAt: LATER, capabilities: { payouts: true } });
    expect(organization.pullEvents()).toMatchObject([{ name: 'organization.updated', payload: { status: 'active' } }]);
  });

  test('records nothing if it is the same', () => {
    const organization = anOrganization().build();
    organization.moveTo('created', LATER);
    expect([organization.snapshot.statusChangedAt, organization.pullEvents()]).toEqual([null, []]);
  });

  test('cannot skip a transition', () => {
    const organization = anOrganization().build();
    expect(() => organization.moveTo('offboarded', LATER)).toThrow(BadRequest);
    expect(organization.snapshot.status).toBe('created');
  });

  test('removes all capabilities when blocked, and starts over after that', () => {
    const organization = anOrganization().movedTo('active', 'blocked').build();
    expect(organization.snapshot.capabilities).toEqual({
      checkout_payments: false,
      subscription_renewals: false,
      payouts: false,
      refunds: false,
      api_access: false,
      dashboard_access: false,
    });
    expect(() => organization.moveTo('review', LATER)).toThrow('An organization cannot go from blocked to review.');
    organization.moveTo('created', LATER);
    expect(organization.snapshot.capabilities.api_access).toBe(true);
  });
});

describe('the members of an organization', () => {
  const friend = newId();

  test('have one role each', () => {
    const organization = anOrganization().withMember(friend, 'member').withMember(friend, 'finance').build();
    expect(organization.snapshot.members).toEqual({ [OWNER]: 'owner', [friend]: 'finance' });
  });

  test('can be removed', () => {
    const organization = anOrganization().withMember(friend, 'admin').build();
    organization.removeMember(friend, NOW);
    expect(organization.snapshot.members).toEqual({ [OWNER]: 'owner' });
    expect(() => organization.removeMember(friend, NOW)).toThrow(UserNotMemberOfOrganization);
  });

  test('always include an owner', () => {
    const organization = anOrganization().withMember(friend, 'admin').build();
    expect(() => organization.removeMember(OWNER, NOW)).toThrow(LastOwner);
    expect(() => organization.setMemberRole(OWNER, 'admin', NOW)).toThrow(LastOwner);
    organization.setMemberRole(OWNER, 'owner', NOW);
    organization.setMemberRole(friend, 'owner', NOW);
    organization.setMemberRole(OWNER, 'finance', NOW);
    expect(organization.snapshot.members).toEqual({ [OWNER]: 'finance', [friend]: 'owner' });
  });
});
