import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { type Feature, SetFeature } from '#organizations';
import { startApi, type TestApi } from '../support/api.ts';
import { callAs, comparable } from '../support/call.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const ID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
const NOT_FOUND = { error: 'ResourceNotFound', detail: 'Not found' };

let api: TestApi;
let ours: SeededOrganization;
let theirs: SeededOrganization;
beforeAll(async () => {
  api = await startApi();
  [ours, theirs] = [await seedOrganization(api), await seedOrganization(api)];
});
afterAll(() => api.close());

const newSlug = (): string => `new-${randomUUID()}`;
const url = (id: string): string => `/v1/organizations/${id}`;
const events = (id: string): Promise<unknown[]> =>
  api.app.get(EntityManager).fork().execute('select name, payload from platform.outbox where aggregate_id = ? order by id', [id]);

const switches = (on: boolean, ...names: string[]) => Object.fromEntries(names.map((name) => [name, on]));
const EMAILS = switches(
  true,
  'order_confirmation',
  'payment_method_expiration_reminder',
  'subscription_cancellation',
  'subscription_confirmation',
  'subscription_cycled',
  'subscription_cycled_after_trial',
  'subscription_past_due',
  'subscription_paused',
  'subscription_resumed',
  'subscription_renewal_reminder',
  'subscription_revoked',
  'subscription_trial_conversion_reminder',
  'subscription_uncanceled',
  'subscription_updated',
);
const NEW = {
  id: ID,
  created_at: TIMESTAMP,
  modified_at: null,
  name: 'Acme',
  avatar_url: null,
  email: null,
  website: null,
  proration_behavior: 'prorate',
  allow_customer_updates: true,
  socials: [],
  status: 'created',
  details_submitted_at: null,
  onboarding_resubmission_requested_at: null,
  sso_enforced: false,
  default_presentment_currency: 'usd',
  default_tax_behavior: 'location',
  time_zone: 'UTC',
  feature_settings: {
    ...switches(
      false,
      'issue_funding_enabled',
      'wallets_enabled',
      'checkout_localization_enabled',
      'reset_proration_behavior_enabled',
      'off_session_charges_enabled',
      'meter_cycling_enabled',
      'slack_benefit_enabled',
      'preview_access_enabled',
      'disputes_enabled',
      'sso_enabled',
      'dispute_auto_accept_enabled',
      'compass_enabled',
      'merchant_migration_enabled',
      'frame_ancestors_enforced',
    ),
    member_model_enabled: true,
    overview_metrics: null,
  },
  subscription_settings: {
    allow_multiple_subscriptions: false,
    proration_behavior: 'prorate',
    benefit_revocation_grace_period: 0,
    dunning_days: 30,
    prevent_trial_abuse: false,
    allow_customer_updates: true,
  },
  customer_email_settings: EMAILS,
  customer_portal_settings: {
    usage: { show: true },
    subscription: { update_seats: true, update_plan: true, update_units: true, pause: false },
    customer: { allow_email_change: false },
  },
  dispute_settings: { auto_accept_below_amount: null },
  embed_hosts: [],
  account_id: ID,
  payout_account_id: null,
  capabilities: {
    ...switches(false, 'checkout_payments', 'subscription_renewals', 'payouts', 'refunds'),
    api_access: true,
    dashboard_access: true,
  },
  country: null,
};

/** Every profile field, and how it is returned. */
const SAID = {
  name: 'Acme Incorporated',
  avatar_url: 'https://example.com/acme.png',
  email: 'Sales@EXAMPLE.com',
  website: 'https://example.com',
  country: 'KP',
  socials: [{ platform: 'other', url: 'https://www.github.com/acme' }, { url: 'https://docs.github.com/acme' }],
  subscription_settings: {
    allow_multiple_subscriptions: true,
    proration_behavior: 'next_period',
    benefit_revocation_grace_period: 7,
    dunning_days: 14,
    prevent_trial_abuse: true,
    allow_customer_updates: false,
  },
  customer_email_settings: { ...EMAILS, order_confirmation: false },
  customer_portal_settings: { usage: { show: false }, subscription: { update_seats: false, update_plan: false } },
  feature_settings: { checkout_localization_enabled: true, overview_metrics: ['revenue'], disputes_enabled: true },
  default_presentment_currency: 'eur',
  default_tax_behavior: 'exclusive',
  time_zone: 'Europe/Berlin',
};
const SHOWN = {
  ...SAID,
  email: 'Sales@example.com',
  website: 'https://example.com/',
  proration_behavior: 'next_period',
  allow_customer_updates: false,
  socials: [
    { platform: 'github', url: 'https://www.github.com/acme' },
    { platform: 'other', url: 'https://docs.github.com/acme' },
  ],
  customer_portal_settings: {
    usage: { show: false },
    subscription: { update_seats: false, update_plan: false, update_units: true, pause: false },
    customer: { allow_email_change: false },
  },
  feature_settings: { ...NEW.feature_settings, checkout_localization_enabled: true, overview_metrics: ['revenue'] },
};

describe('POST /v1/organizations/', () => {
  const create = (body: object, headers?: Record<string, string>) =>
    callAs(api, ours.pat)('POST', '/v1/organizations/', body, headers);

  test('creates an organization with default settings; its creator is the owner', async () => {
    const slug = newSlug();
    const { status, body } = await create({ name: 'Acme', slug });
    expect(status).toBe(201);
    expect(body).toEqual({ ...NEW, slug });
    const asOwner = callAs(api, ours.pat);
    expect((await asOwner('GET', url(body.id))).body).toEqual(body);
    expect((await asOwner('PATCH', url(body.id), { name: 'Mine' })).body).toMatchObject({ name: 'Mine', modified_at: TIMESTAMP });
  });

  test('accepts every profile field', async () => {
    const slug = newSlug();
    const details = { product_description: 'Software', selling_categories: ['software'], switching_from: 'stripe' };
    const legal_entity = { type: 'company', registered_name: 'Acme Inc.' };
    const { status, body } = await create({ ...SAID, slug: slug.toUpperCase(), details, legal_entity });
    expect(status).toBe(201);
    expect(body).toEqual({ ...NEW, ...SHOWN, slug, details_submitted_at: TIMESTAMP });
    expect((await callAs(api, ours.pat)('GET', url(body.id))).body).toEqual(body);
  });

  test('accepts null for every optional field', async () => {
    const slug = newSlug();
    const optional = ['avatar_url', 'email', 'website', 'country', 'socials', 'details', 'legal_entity', 'feature_settings'];
    const settings = ['subscription_settings', 'customer_email_settings', 'customer_portal_settings'];
    const nothing = Object.fromEntries([...optional, ...settings].map((field) => [field, null]));
    expect((await create({ name: 'Acme', slug, ...nothing })).body).toEqual({ ...NEW, slug });
  });

  test('rejects a slug in use, in any letter case, also for concurrent requests', async () => {
    const slug = newSlug();
    const answers = await Promise.all(Array.from({ length: 5 }, () => create({ name: 'Acme', slug })));
    const late = await create({ name: 'Acme', slug: slug.toUpperCase() });
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422]);
    for (const { body } of [late, answers.find(({ status }) => status === 422)!]) {
      expect(body.detail).toMatchObject([
        { loc: ['body', 'slug'], type: 'value_error', msg: 'An organization with this slug already exists.' },
      ]);
    }
  });

  test.each(['checkout', 'DASHBOARD', 'for-you'])('rejects the reserved slug %s', async (slug) => {
    const { status, body } = await create({ name: 'Acme', slug });
    expect([status, body.detail]).toMatchObject([
      422,
      [{ loc: ['body', 'slug'], type: 'value_error', msg: 'This slug is reserved.' }],
    ]);
  });

  test.each(['-acme', 'acme-', 'ac--me', 'ac me', 'acmé', 'a_b', 'a.b', 'ﬁle', '...'])('rejects the slug %j', async (slug) => {
    const { status, body } = await create({ name: 'Acme', slug });
    const msg = 'The slug can only contain ASCII letters, numbers and hyphens.';
    expect([status, body.detail]).toMatchObject([422, [{ loc: ['body', 'slug'], type: 'value_error', msg }]]);
  });

  test('rejects a personal token restricted to one organization', async () => {
    const { status, body } = await create({ name: 'Acme', slug: newSlug() }, { 'polar-organization': ours.organization.id });
    expect([status, body]).toEqual([403, { error: 'CannotCreateOrganizationError', detail: expect.any(String) }]);
  });

  test('rejects an organization’s token, also if the body is invalid', async () => {
    const { status, body } = await callAs(api, ours.oat)('POST', '/v1/organizations/', {});
    expect([status, body]).toEqual([
      401,
      { error: 'Unauthorized', detail: expect.stringMatching(/does not accept access tokens of this kind/) },
    ]);
  });
});

describe('GET /v1/organizations/{id}', () => {
  test.each(['owner', 'admin', 'member', 'finance'] as const)('is permitted for the role %s', async (role) => {
    const { status, body } = await callAs(api, await ours.tokenAs(role))('GET', url(ours.organization.id));
    expect([status, body]).toMatchObject([200, ours.organization]);
  });

  test('is permitted for the organization’s own token', async () => {
    const { status, body } = await callAs(api, ours.oat)('GET', `${url(ours.organization.id.toUpperCase())}/`);
    expect([status, body]).toMatchObject([200, ours.organization]);
  });
});

describe('PATCH /v1/organizations/{id}', () => {
  let mine: SeededOrganization;
  beforeEach(async () => {
    mine = await seedOrganization(api);
  });

  const turnOn = (...features: Feature[]) =>
    Promise.all(features.map((each) => api.app.get(CommandBus).execute(new SetFeature(mine.organization, each, true))));
  const update = (body: object, token = mine.oat) => callAs(api, token)('PATCH', url(mine.organization.id), body);

  test('keeps dunning_days if it is left out, and rejects less than a day', async () => {
    const { dunning_days, ...subscription_settings } = SAID.subscription_settings;
    await update({ subscription_settings: { ...subscription_settings, dunning_days } });
    const { body } = await update({ subscription_settings: { ...subscription_settings, prevent_trial_abuse: false } });
    expect(body.subscription_settings).toEqual({ ...subscription_settings, prevent_trial_abuse: false, dunning_days });
    for (const days of [0, 3651, 1.5, null]) {
      expect((await update({ subscription_settings: { ...subscription_settings, dunning_days: days } })).status).toBe(422);
    }
  });

  test('changes the given fields and publishes organization.updated', async () => {
    const { status, body } = await update({ ...SAID, embed_hosts: ['app.example.com'], slug: 'another', status: 'active' });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...NEW,
      ...SHOWN,
      ...mine.organization,
      modified_at: TIMESTAMP,
      embed_hosts: ['app.example.com'],
    });
    expect((await callAs(api, mine.pat)('GET', url(mine.organization.id))).body).toEqual(body);
    const updated = { name: 'organization.updated', payload: { slug: mine.organization.slug, status: 'created' } };
    expect((await events(mine.organization.id)).at(-1)).toEqual(updated);
  });

  test('null clears nullable fields', async () => {
    const cleared = { avatar_url: null, email: null, website: null, country: null };
    await update(SAID);
    expect((await update(cleared)).body).toMatchObject({ ...cleared, name: SAID.name });
  });

  test('an empty change is none', async () => {
    const before = (await events(mine.organization.id)).length;
    expect((await update({})).status).toBe(200);
    expect(await events(mine.organization.id)).toHaveLength(before);
  });

  test('changes only the features that the organization controls', async () => {
    await update({ feature_settings: { overview_metrics: ['a', 'b'], checkout_localization_enabled: true } });
    const given = { wallets_enabled: true, member_model_enabled: false, overview_metrics: null };
    const { body } = await update({ feature_settings: given });
    expect(body.feature_settings).toMatchObject({
      wallets_enabled: false,
      member_model_enabled: false,
      overview_metrics: ['a', 'b'],
      checkout_localization_enabled: true,
    });
  });

  test('rejects switching seat-based pricing off', async () => {
    const { status, body } = await update({ feature_settings: { seat_based_pricing_enabled: false } });
    const loc = ['body', 'feature_settings', 'seat_based_pricing_enabled'];
    expect([status, body.detail]).toMatchObject([422, [{ loc, type: 'value_error' }]]);
  });

  test('rejects seat-based pricing without the member model', async () => {
    const features = { seat_based_pricing_enabled: true, member_model_enabled: false };
    const { status, body } = await update({ feature_settings: features });
    const loc = ['body', 'feature_settings', 'seat_based_pricing_enabled'];
    expect([status, body.detail]).toMatchObject([422, [{ loc, type: 'value_error' }]]);
  });

  test('accepts the proration behavior reset if it is enabled', async () => {
    const subscription_settings = { ...SAID.subscription_settings, proration_behavior: 'reset' };
    const refused = await update({ subscription_settings });
    const loc = ['body', 'subscription_settings', 'proration_behavior'];
    expect([refused.status, refused.body.detail]).toMatchObject([422, [{ loc, type: 'value_error' }]]);
    await turnOn('reset_proration_behavior_enabled');
    expect((await update({ subscription_settings })).body).toMatchObject({ proration_behavior: 'reset', subscription_settings });
  });

  test('accepts automatic dispute handling if it is enabled', async () => {
    const refused = await update({ dispute_settings: { auto_accept_below_amount: 500 } });
    expect([refused.status, refused.body]).toEqual([403, { error: 'DisputeAutoAcceptNotEnabled', detail: expect.any(String) }]);
    await turnOn('disputes_enabled', 'dispute_auto_accept_enabled');
    for (const [given, amount] of [
      [{ auto_accept_below_amount: 500 }, 500],
      [{}, 500],
      [{ auto_accept_below_amount: null }, null],
    ] as const) {
      expect((await update({ dispute_settings: given })).body.dispute_settings).toEqual({ auto_accept_below_amount: amount });
    }
  });

  test('cannot enforce single sign-on', async () => {
    expect((await update({ sso_enforced: true })).status).toBe(403);
    expect((await update({ sso_enforced: false })).body.sso_enforced).toBe(false);
  });

  test('stores when details were submitted', async () => {
    const { body } = await update({ details: { about: 'We sell software', future_annual_revenue: 0 } });
    expect(body).toMatchObject({ details_submitted_at: TIMESTAMP });
    expect((await update({ details: null })).body.details_submitted_at).toBe(body.details_submitted_at);
  });

  test.each(['member', 'finance'] as const)('rejects the role %s with 403', async (role) => {
    const { status, body } = await update({ name: 'Another' }, await mine.tokenAs(role));
    const detail = "You don't have permission to manage the organization";
    expect([status, body]).toEqual([403, { error: 'NotPermitted', detail }]);
  });

  test('is permitted for the role admin', async () => {
    expect((await update({ name: 'Administrated' }, await mine.tokenAs('admin'))).body.name).toBe('Administrated');
  });
});

describe.each([
  ['GET', undefined],
  ['PATCH', { name: 'Acme' }],
] as const)('%s /v1/organizations/{id}', (method, body) => {
  test('404 with equal responses for unknown and foreign organizations', async () => {
    const missing = await callAs(api, ours.pat)(method, url(randomUUID()), body);
    expect([missing.status, missing.body]).toEqual([404, NOT_FOUND]);
    const foreign = await callAs(api, ours.pat)(method, url(theirs.organization.id), body);
    expect(comparable(foreign)).toEqual(comparable(missing));
    expect((await callAs(api, ours.oat)(method, url(theirs.organization.id), body)).status).toBe(404);
  });

  test.each([
    ['nonsense', 'uuid_parsing'],
    ['00000000-0000-1000-8000-000000000000', 'uuid_version'],
    ['%00', 'uuid_parsing'],
  ])('rejects the id %s with 422', async (id, type) => {
    const answer = await callAs(api, ours.oat)(method, url(id), body);
    expect([answer.status, answer.body.detail]).toMatchObject([422, [{ loc: ['path', 'id'], type }]]);
  });
});

describe.each([
  ['GET', '/v1/organizations/', undefined, ['organizations:read', 'organizations:write']],
  ['POST', '/v1/organizations/', {}, ['organizations:write']],
  ['GET', '/v1/organizations/{id}', undefined, ['organizations:read', 'organizations:write']],
  ['PATCH', '/v1/organizations/{id}', {}, ['organizations:write']],
] as const)('%s %s', (method, path, body, scopes) => {
  test('401 without a token, 403 without the scope', async () => {
    expect((await callAs(api)(method, path, body)).status).toBe(401);
    const withoutScopes = await callAs(api, await ours.personalTokenWith(['products:read']))(method, path, body);
    expect([withoutScopes.status, withoutScopes.body.error]).toEqual([403, 'NotPermitted']);
    expect(withoutScopes.headers['www-authenticate']).toContain(`scope="${scopes.join(' ')}"`);
  });

  test.each(scopes)('is permitted with the scope %s', async (scope) => {
    const at = path.replace('{id}', ours.organization.id);
    const answer = await callAs(api, await ours.personalTokenWith([scope]))(method, at, body);
    expect(answer.status).toBe(method === 'POST' ? 422 : 200);
  });
});
