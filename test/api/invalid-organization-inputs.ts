const NUL = 'a\0bc';
const URL_TOO_LONG = `https://example.com/${'x'.repeat(2083)}`;
const TOO_MUCH = 2_147_483_648;

type Loc = (string | number)[];
type InvalidInput = [what: string, wrong: object, loc: Loc, type: string];

const field = (name: string, ...cases: [value: unknown, type: string, ...loc: Loc][]): InvalidInput[] =>
  cases.map(([value, type, ...loc]) => [
    `${JSON.stringify(value)?.slice(0, 40)} as ${name}`,
    { [name]: value },
    [name, ...loc],
    type,
  ]);

const texts = (name: string): InvalidInput[] =>
  field(
    name,
    [42, 'string_type'],
    [['x'], 'string_type'],
    [{}, 'string_type'],
    [NUL, 'value_error'],
    ['a\ud800b', 'string_unicode'],
  );

const urls = (name: string): InvalidInput[] =>
  field(
    name,
    [42, 'url_type'],
    [{}, 'url_type'],
    ['', 'url_parsing'],
    ['example.com', 'url_parsing'],
    ['ftp://example.com', 'url_scheme'],
    ['javascript:alert(1)', 'url_scheme'],
    [`https://example.com/${NUL}`, 'value_error'],
    [URL_TOO_LONG, 'string_too_long'],
  );

const objects = (name: string): InvalidInput[] =>
  field(name, ['x', 'model_attributes_type'], [1, 'model_attributes_type'], [[], 'model_attributes_type']);

const switches = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, true]));

const EMAILS = switches([
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
]);
const SUBSCRIPTION = {
  allow_multiple_subscriptions: true,
  proration_behavior: 'invoice',
  benefit_revocation_grace_period: 0,
  prevent_trial_abuse: true,
  allow_customer_updates: true,
};
const PORTAL = { usage: { show: true }, subscription: { update_seats: true, update_plan: true } };

/** For each key of a complete object: missing, null, and not a boolean. */
const everyKey = (name: string, complete: { [key: string]: unknown }): InvalidInput[] =>
  Object.keys(complete).flatMap((key) => {
    const { [key]: value, ...others } = complete;
    const odd: [unknown, string, ...Loc][] =
      typeof value === 'boolean'
        ? [
            [{ ...complete, [key]: null }, 'bool_type', key],
            [{ ...complete, [key]: 'maybe' }, 'bool_parsing', key],
          ]
        : [];
    return field(name, [others, 'missing', key], ...odd);
  });

/** Inputs that are invalid on create and on update. */
export const INVALID: InvalidInput[] = [
  ...texts('name'),
  ...field('name', [null, 'string_type'], ['ab', 'string_too_short'], ['😀😀', 'string_too_short']),
  ...urls('avatar_url'),
  ...urls('website'),
  ...texts('email'),
  ...field(
    'email',
    ['', 'value_error'],
    ['nobody', 'value_error'],
    ['a@b', 'value_error'],
    ['a b@example.com', 'value_error'],
    [`${'x'.repeat(320)}@example.com`, 'string_too_long'],
  ),
  ...field('country', ['XX', 'enum'], ['de', 'enum'], ['DEU', 'enum'], ['', 'enum'], [1, 'enum'], [[], 'enum'], [NUL, 'enum']),
  ...field(
    'socials',
    ['x', 'list_type'],
    [{}, 'list_type'],
    [['x'], 'model_attributes_type', 0],
    [[{}], 'missing', 0, 'url'],
    [[{ url: null }], 'url_type', 0, 'url'],
    [[{ url: 'https://x.com/a' }, { url: 'x.com' }], 'url_parsing', 1, 'url'],
    [[{ url: URL_TOO_LONG }], 'string_too_long', 0, 'url'],
    [Array.from({ length: 101 }, () => ({ url: 'https://x.com/a' })), 'too_long'],
  ),
  ...field('default_presentment_currency', ['USD', 'enum'], ['xxx', 'enum'], ['', 'enum'], [1, 'enum'], [null, 'enum']),
  ...field('default_tax_behavior', ['other', 'enum'], [1, 'enum'], [null, 'enum']),
  ...field('time_zone', ['Mars/Base', 'enum'], ['', 'enum'], [1, 'enum'], [null, 'enum']),
  ...objects('feature_settings'),
  ...['seat_based_pricing_enabled', 'member_model_enabled', 'checkout_localization_enabled'].flatMap((key) =>
    field(
      'feature_settings',
      [{ [key]: null }, 'bool_type', key],
      [{ [key]: 'maybe' }, 'bool_parsing', key],
      [{ [key]: 2 }, 'bool_parsing', key],
      [{ [key]: [] }, 'bool_type', key],
    ),
  ),
  ...field(
    'feature_settings',
    [{ overview_metrics: 'x' }, 'list_type', 'overview_metrics'],
    [{ overview_metrics: [1] }, 'string_type', 'overview_metrics', 0],
    [{ overview_metrics: [NUL] }, 'value_error', 'overview_metrics', 0],
    [{ overview_metrics: ['x'.repeat(101)] }, 'string_too_long', 'overview_metrics', 0],
    [{ overview_metrics: Array(101).fill('x') }, 'too_long', 'overview_metrics'],
  ),
  ...objects('subscription_settings'),
  ...everyKey('subscription_settings', SUBSCRIPTION),
  ...['later', null, 1].flatMap((value) =>
    field('subscription_settings', [{ ...SUBSCRIPTION, proration_behavior: value }, 'enum', 'proration_behavior']),
  ),
  ...(
    [
      [-1, 'greater_than_equal'],
      [3651, 'less_than_equal'],
      [TOO_MUCH, 'less_than_equal'],
      [1e21, 'less_than_equal'],
      [1.5, 'int_from_float'],
      ['soon', 'int_parsing'],
      [null, 'int_type'],
    ] as const
  ).flatMap(([value, type]) =>
    field('subscription_settings', [
      { ...SUBSCRIPTION, benefit_revocation_grace_period: value },
      type,
      'benefit_revocation_grace_period',
    ]),
  ),
  ...objects('customer_email_settings'),
  ...everyKey('customer_email_settings', EMAILS),
  ...objects('customer_portal_settings'),
  ...everyKey('customer_portal_settings', PORTAL),
  ...field(
    'customer_portal_settings',
    [{ ...PORTAL, usage: {} }, 'missing', 'usage', 'show'],
    [{ ...PORTAL, usage: { show: null } }, 'bool_type', 'usage', 'show'],
    [{ ...PORTAL, usage: null }, 'model_attributes_type', 'usage'],
    [{ ...PORTAL, subscription: { update_plan: true } }, 'missing', 'subscription', 'update_seats'],
    [{ ...PORTAL, subscription: { update_seats: true } }, 'missing', 'subscription', 'update_plan'],
    [{ ...PORTAL, subscription: { ...PORTAL.subscription, update_units: null } }, 'bool_type', 'subscription', 'update_units'],
    [{ ...PORTAL, subscription: { ...PORTAL.subscription, pause: 'maybe' } }, 'bool_parsing', 'subscription', 'pause'],
    [{ ...PORTAL, customer: null }, 'model_attributes_type', 'customer'],
    [{ ...PORTAL, customer: { allow_email_change: 'maybe' } }, 'bool_parsing', 'customer', 'allow_email_change'],
  ),
  ...objects('details'),
  ...['about', 'product_description', 'intended_use'].flatMap((key) =>
    field('details', [{ [key]: 1 }, 'string_type', key], [{ [key]: NUL }, 'value_error', key]),
  ),
  ...['selling_categories', 'pricing_models', 'customer_acquisition'].flatMap((key) =>
    field('details', [{ [key]: null }, 'list_type', key], [{ [key]: [NUL] }, 'value_error', key, 0]),
  ),
  ...['future_annual_revenue', 'previous_annual_revenue'].flatMap((key) =>
    field('details', [{ [key]: -1 }, 'greater_than_equal', key], [{ [key]: TOO_MUCH }, 'less_than_equal', key]),
  ),
  ...field('details', [{ switching: null }, 'bool_type', 'switching'], [{ switching_from: 'nobody' }, 'enum', 'switching_from']),
];

/** Inputs that are invalid only on create. */
export const WRONG_ON_CREATE: InvalidInput[] = [
  ...texts('slug'),
  ...field('slug', [null, 'string_type'], ['ab', 'string_too_short'], ['a'.repeat(65), 'string_too_long']),
  ...field(
    'legal_entity',
    ['x', 'model_attributes_type'],
    [{}, 'union_tag_not_found'],
    [{ type: 'club' }, 'union_tag_invalid'],
    [{ type: 'company' }, 'missing', 'registered_name'],
    [{ type: 'company', registered_name: 1 }, 'string_type', 'registered_name'],
    [{ type: 'company', registered_name: NUL }, 'value_error', 'registered_name'],
  ),
];

/** Inputs that are invalid only on update: null for required fields. */
export const INVALID_ON_UPDATE: InvalidInput[] = [
  ...field('socials', [null, 'list_type']),
  ...['feature_settings', 'subscription_settings', 'customer_email_settings', 'customer_portal_settings'].flatMap((name) =>
    field(name, [null, 'model_attributes_type']),
  ),
  ...objects('dispute_settings'),
  ...field('dispute_settings', [null, 'model_attributes_type']),
  ...(
    [
      [0, 'greater_than_equal'],
      [-1, 'greater_than_equal'],
      [10_001, 'less_than_equal'],
      [TOO_MUCH, 'less_than_equal'],
      [1.5, 'int_from_float'],
      ['much', 'int_parsing'],
      [[], 'int_type'],
    ] as const
  ).flatMap(([value, type]) =>
    field('dispute_settings', [{ auto_accept_below_amount: value }, type, 'auto_accept_below_amount']),
  ),
  ...field(
    'embed_hosts',
    [null, 'list_type'],
    ['example.com', 'list_type'],
    [[1], 'string_type', 0],
    [['a', ''], 'string_too_short', 1],
    [['x'.repeat(256)], 'string_too_long', 0],
    [[NUL], 'value_error', 0],
    [Array(101).fill('example.com'), 'too_long'],
  ),
  ...field('sso_enforced', [null, 'bool_type'], ['maybe', 'bool_parsing'], [[], 'bool_type']),
];
