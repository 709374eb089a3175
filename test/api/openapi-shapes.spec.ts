import { startApi } from '../support/api.ts';
import { Contract } from '../support/contract.ts';
import { fieldsOf } from '../support/shapes.ts';

/** The tables of the API's description, field by field. A `?` at the end: may be left out. */

const ACTIVATION = {
  id: 'uuid',
  license_key_id: 'uuid',
  label: 'string',
  meta: 'map',
  created_at: 'datetime',
  modified_at: 'datetime or null',
  checkout_expires_at: 'datetime?',
  last_heartbeat_at: 'datetime?',
  device: 'LicenseKeyActivationDevice?',
};

const LICENSE_KEY = {
  id: 'uuid',
  created_at: 'datetime',
  modified_at: 'datetime or null',
  organization_id: 'uuid',
  customer_id: 'uuid',
  customer: 'LicenseKeyCustomer',
  benefit_id: 'uuid',
  key: 'string',
  display_key: 'string',
  status: 'granted · revoked · disabled',
  limit_activations: 'integer or null',
  usage: 'integer',
  limit_usage: 'integer or null',
  validations: 'integer',
  last_validated_at: 'datetime or null',
  expires_at: 'datetime or null',
  entitlements: 'list of LicenseKeyEntitlement?',
  policy: 'LicenseKeyPolicy?',
  policy_state: 'LicenseKeyPolicyState?',
  is_trial: 'boolean?',
  counters: 'map?',
};

const PRICE = {
  created_at: 'datetime',
  modified_at: 'datetime or null',
  id: 'uuid',
  source: 'catalog · ad_hoc',
  price_currency: 'string',
  tax_behavior: 'location · inclusive · exclusive or null',
  is_archived: 'boolean',
  product_id: 'uuid',
  type: 'one_time · recurring',
  recurring_interval: 'day · week · month · year or null',
  legacy: 'boolean',
};

const BENEFIT = {
  id: 'uuid',
  created_at: 'datetime',
  modified_at: 'datetime or null',
  description: 'string',
  selectable: 'boolean',
  deletable: 'boolean',
  is_deleted: 'boolean',
  organization_id: 'uuid',
  metadata: 'map',
  visibility: 'draft · private · public',
  visibility_configurable: 'boolean',
};

const CUSTOM_FIELD = {
  created_at: 'datetime',
  modified_at: 'datetime or null',
  id: 'uuid',
  metadata: 'map',
  slug: 'string',
  name: 'string',
  organization_id: 'uuid',
};

const FORM = { form_label: 'string?', form_help_text: 'string?', form_placeholder: 'string?' };

const switches = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'boolean']));

const api = await startApi();
const { document } = Contract.of(api);
afterAll(() => api.close());

test.each([
  [
    'LicenseKeyActivate',
    {
      key: 'string',
      organization_id: 'uuid',
      label: 'string',
      conditions: 'map?',
      meta: 'map?',
      benefit_id: 'uuid or null?',
      device: 'LicenseKeyDevice or null?',
      application: 'LicenseKeyApplication or null?',
    },
  ],
  ['LicenseKeyApplication', { version: 'string?', released_at: 'datetime?' }],
  ['LicenseKeyActivationCreated', { ...ACTIVATION, license_key: 'GrantedLicenseKey' }],
  ['GrantedLicenseKey', { ...LICENSE_KEY, status: 'always granted' }],
  [
    'LicenseKeyWithActivations',
    {
      ...LICENSE_KEY,
      allowed_devices: 'list of string?',
      metadata: 'map?',
      notes: 'string?',
      leak_suspected: 'LicenseKeyLeakSuspected?',
      ordinal: 'integer?',
      activations: 'list of LicenseKeyListedActivation',
      check_outs: 'LicenseKeyCheckOuts?',
      held_places: 'list of LicenseKeyHeldPlace?',
      places: 'LicenseKeyPlaces?',
      revoked_because: 'list of LicenseKeyRevocationCause?',
    },
  ],
  ['LicenseKeyActivationBase', ACTIVATION],
  ['LicenseKeyListedActivation', { ...ACTIVATION, installations: 'list of LicenseKeyInstallation?' }],
  [
    'LicenseKeyValidate',
    {
      key: 'string',
      organization_id: 'uuid',
      activation_id: 'uuid or null?',
      benefit_id: 'uuid or null?',
      product_id: 'uuid or null?',
      release: 'LicenseKeyRelease or null?',
      customer_id: 'uuid or null?',
      entitlements: 'list of string or null?',
      increment_usage: 'integer or null?',
      increment: 'LicenseKeyIncrement or null?',
      conditions: 'map?',
      device: 'LicenseKeyDevice or null?',
      application: 'LicenseKeyApplication or null?',
    },
  ],
  [
    'ValidatedLicenseKey',
    {
      ...LICENSE_KEY,
      status: 'always granted',
      activation: 'LicenseKeyActivationBase or null',
      grace_until: 'datetime?',
    },
  ],
  [
    'CustomerPortalCustomer',
    {
      created_at: 'datetime',
      modified_at: 'datetime or null',
      id: 'uuid',
      email: 'string or null',
      email_verified: 'boolean',
      name: 'string or null',
      billing_name: 'string or null',
      billing_address: 'Address or null',
      tax_id: 'tuple or null',
      oauth_accounts: 'object',
      default_payment_method_id: 'uuid or null',
      type: 'individual · team',
      locale: 'string or null',
    },
  ],
  [
    'CustomerPortalCustomerUpdate',
    {
      billing_name: 'string or null?',
      billing_address: 'AddressInput or null?',
      tax_id: 'string or null?',
      default_payment_method_id: 'uuid or null?',
    },
  ],
  [
    'LicenseKeyCustomer',
    {
      id: 'uuid',
      created_at: 'datetime',
      modified_at: 'datetime or null',
      metadata: 'map',
      external_id: 'string or null',
      email: 'string or null',
      email_verified: 'boolean',
      type: 'individual · team',
      name: 'string or null',
      billing_name: 'string or null',
      billing_address: 'Address or null',
      tax_id: 'tuple or null',
      locale: 'string or null',
      organization_id: 'uuid',
      default_payment_method_id: 'uuid or null',
      deleted_at: 'datetime or null',
      first_user_event_at: 'datetime or null',
      avatar_url: 'string or null',
    },
  ],
  [
    'Address',
    {
      line1: 'string or null',
      line2: 'string or null',
      postal_code: 'string or null',
      city: 'string or null',
      state: 'string or null',
      country: 'CountryAlpha2',
    },
  ],
  ['ListResourceOrganization', { items: 'list of Organization', pagination: 'Pagination' }],
  ['Pagination', { total_count: 'integer', max_page: 'integer' }],
  [
    'Organization',
    {
      id: 'uuid',
      created_at: 'datetime',
      modified_at: 'datetime or null',
      name: 'string',
      slug: 'string',
      avatar_url: 'string or null',
      email: 'string or null',
      website: 'string or null',
      proration_behavior: 'invoice · prorate · next_period · reset',
      allow_customer_updates: 'boolean',
      socials: 'list of OrganizationSocialLink',
      status: 'created · review · snoozed · denied · active · blocked · offboarding · offboarded',
      details_submitted_at: 'datetime or null',
      onboarding_resubmission_requested_at: 'datetime or null',
      sso_enforced: 'boolean',
      sandbox_of: 'uuid?',
      default_presentment_currency: 'string',
      default_tax_behavior: 'location · inclusive · exclusive',
      feature_settings: 'OrganizationFeatureSettings',
      subscription_settings: 'OrganizationSubscriptionSettings',
      customer_email_settings: 'OrganizationCustomerEmailSettings',
      customer_portal_settings: 'OrganizationCustomerPortalSettings',
      dispute_settings: 'OrganizationDisputeSettings',
      embed_hosts: 'list of string',
      account_id: 'uuid',
      payout_account_id: 'uuid or null',
      capabilities: 'OrganizationCapabilities',
      country: 'CountryAlpha2 or null',
      time_zone: 'string',
    },
  ],
  [
    'OrganizationSocialLink',
    {
      platform: 'x · github · facebook · instagram · youtube · tiktok · linkedin · threads · discord · other',
      url: 'string',
    },
  ],
  [
    'OrganizationFeatureSettings',
    {
      ...switches(
        'issue_funding_enabled',
        'wallets_enabled',
        'member_model_enabled',
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
      overview_metrics: 'list of string or null',
    },
  ],
  [
    'OrganizationSubscriptionSettings',
    {
      allow_multiple_subscriptions: 'boolean',
      proration_behavior: 'invoice · prorate · next_period · reset',
      benefit_revocation_grace_period: 'integer',
      dunning_days: 'integer',
      prevent_trial_abuse: 'boolean',
      allow_customer_updates: 'boolean',
    },
  ],
  [
    'OrganizationCustomerEmailSettings',
    switches(
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
    ),
  ],
  [
    'OrganizationCustomerPortalSettings',
    {
      usage: 'CustomerPortalUsageSettings',
      subscription: 'CustomerPortalSubscriptionSettings',
      customer: 'CustomerPortalCustomerSettings',
    },
  ],
  ['CustomerPortalUsageSettings', switches('show')],
  ['CustomerPortalSubscriptionSettings', switches('update_seats', 'update_plan', 'update_units', 'pause')],
  ['CustomerPortalCustomerSettings', switches('allow_email_change')],
  ['OrganizationDisputeSettings', { auto_accept_below_amount: 'integer or null' }],
  [
    'OrganizationCapabilities',
    switches('checkout_payments', 'subscription_renewals', 'payouts', 'refunds', 'api_access', 'dashboard_access'),
  ],
  [
    'Product',
    {
      id: 'uuid',
      created_at: 'datetime',
      modified_at: 'datetime or null',
      name: 'string',
      description: 'string or null',
      visibility: 'draft · private · public',
      trial_interval: 'day · week · month · year or null',
      trial_interval_count: 'integer or null',
      recurring_interval: 'day · week · month · year or null',
      recurring_interval_count: 'integer or null',
      meter_interval: 'day · week · month · year or null',
      meter_interval_count: 'integer or null',
      is_recurring: 'boolean',
      is_archived: 'boolean',
      is_deletable: 'boolean',
      organization_id: 'uuid',
      metadata: 'map',
      prices: 'list of ProductPriceFixed | ProductPriceCustom | ProductPriceSeatBased | ProductPriceMeteredUnit',
      benefits: 'list of BenefitCustom | BenefitDownloadables | BenefitFeatureFlag | BenefitLicenseKeys | BenefitMeterCredit',
      medias: 'list of ProductMediaFileRead',
      attached_custom_fields: 'list of AttachedCustomField',
      renewal_url: 'string?',
      upgrade_url: 'string?',
    },
  ],
  ['ProductPriceFixed', { ...PRICE, amount_type: 'always fixed', price_amount: 'integer' }],
  [
    'ProductPriceCustom',
    {
      ...PRICE,
      amount_type: 'always custom',
      minimum_amount: 'integer',
      maximum_amount: 'integer or null',
      preset_amount: 'integer or null',
    },
  ],
  ['ProductPriceSeatBased', { ...PRICE, amount_type: 'always seat_based', seat_tiers: 'ProductPriceSeatTiersOutput' }],
  [
    'ProductPriceSeatTiersOutput',
    {
      seat_tier_type: 'volume · graduated',
      tiers: 'list of ProductPriceSeatTier',
      minimum_seats: 'integer',
      maximum_seats: 'integer or null',
    },
  ],
  ['ProductPriceSeatTier', { min_seats: 'integer', max_seats: 'integer or null', price_per_seat: 'integer' }],
  ['BenefitCustom', { ...BENEFIT, type: 'always custom', properties: 'BenefitCustomProperties' }],
  ['BenefitCustomProperties', { note: 'string or null' }],
  [
    'BenefitFeatureFlag',
    {
      ...BENEFIT,
      type: 'always feature_flag',
      properties: 'BenefitFeatureFlagProperties',
      values: 'map?',
      attach: 'BenefitAttachToOwnKey | BenefitAttachToKeyOf | BenefitAttachToChosenKey?',
      combine: 'sum · max · replace?',
    },
  ],
  ['BenefitLicenseKeys', { ...BENEFIT, type: 'always license_keys', properties: 'BenefitLicenseKeysProperties' }],
  [
    'ProductMediaFileRead',
    {
      id: 'uuid',
      organization_id: 'uuid',
      name: 'string',
      path: 'string',
      mime_type: 'string',
      size: 'integer',
      storage_version: 'string or null',
      checksum_etag: 'string or null',
      checksum_sha256_base64: 'string or null',
      checksum_sha256_hex: 'string or null',
      last_modified_at: 'datetime or null',
      version: 'string or null',
      service: 'always product_media',
      is_uploaded: 'boolean',
      created_at: 'datetime',
      size_readable: 'string',
      public_url: 'string',
    },
  ],
  [
    'AttachedCustomField',
    {
      custom_field_id: 'uuid',
      custom_field: 'CustomFieldText | CustomFieldNumber | CustomFieldDate | CustomFieldCheckbox | CustomFieldSelect',
      order: 'integer',
      required: 'boolean',
    },
  ],
  ['CustomFieldText', { ...CUSTOM_FIELD, type: 'always text', properties: 'CustomFieldTextProperties' }],
  ['CustomFieldTextProperties', { ...FORM, textarea: 'boolean?', min_length: 'integer?', max_length: 'integer?' }],
  ['CustomFieldSelect', { ...CUSTOM_FIELD, type: 'always select', properties: 'CustomFieldSelectProperties' }],
  ['CustomFieldSelectProperties', { ...FORM, options: 'list of CustomFieldSelectOption' }],
  ['NotPermitted', { error: 'always NotPermitted', detail: 'string', code: 'string?', retry_at: 'datetime?' }],
  ['ResourceNotFound', { error: 'always ResourceNotFound', detail: 'string', code: 'string?', retry_at: 'datetime?' }],
  ['Unauthorized', { error: 'always Unauthorized', detail: 'string', code: 'string?', retry_at: 'datetime?' }],
  ['HTTPValidationError', { detail: 'list of ValidationError' }],
  ['ValidationError', { loc: 'list of string or integer', msg: 'string', type: 'string', input: 'undefined?', ctx: 'object?' }],
])('%s has the described fields', (name, fields) => {
  expect(fieldsOf(document, name)).toEqual(fields);
});

test('conditions and meta hold at most 50 pairs: keys of 1 to 40 characters, values of 1 to 500, numbers or booleans', () => {
  const { properties } = document.components.schemas['LicenseKeyActivate'] as { properties: { [name: string]: object } };
  for (const field of ['conditions', 'meta']) {
    expect(properties[field]).toEqual({
      description: expect.any(String),
      examples: [expect.any(Object)],
      type: 'object',
      default: {},
      maxProperties: 50,
      propertyNames: { type: 'string', minLength: 1, maxLength: 40 },
      additionalProperties: {
        anyOf: [{ type: 'string', minLength: 1, maxLength: 500 }, { type: 'integer' }, { type: 'number' }, { type: 'boolean' }],
      },
    });
  }
});

test('countries are those of ISO 3166-1', () => {
  const { enum: codes } = document.components.schemas['CountryAlpha2'] as { enum: string[] };
  expect(codes).toHaveLength(249);
  expect(codes.filter((code) => !/^[A-Z]{2}$/.test(code))).toEqual([]);
});
