import {
  blankToNull,
  boolean,
  type Infer,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  refusing,
  unionByKey,
  uuid4,
} from '#platform/wire';
import { camelCased, deeplyCamelCased } from '#support/texts';
import { Expiration, LEAK_RULES, QUANTITY_RULES, REPURCHASE_RULES } from '../../views/benefit.view.ts';
import { NewKeyFormat, NewSignedKeyFormat } from '../../views/key-format.view.ts';
import { NewOverLimitRules, ProcessesRules } from '../../views/activation-rules.view.ts';
import { OfflinePolicyView } from '../../views/offline-policy.view.ts';
import { LicensePolicyView } from '../../views/license-policy.view.ts';

const LONGEST_FIRST_STEPS = 2_000;

/** Editions of one product. */
const MAX_REPLACED = 20;

const WEEK = 604_800;

const positive = () => integer({ gt: 0 });

const EXTENSIONS = ['mode', 'checkout_seconds', 'overdraft', 'processes', 'over_limit'];

const ACTIVATIONS = object(
  {
    limit: positive(),
    enable_customer_admin: boolean(),
    mode: optional(oneOf(['node_locked', 'floating'])),
    checkout_seconds: optional(integer({ ge: 60, le: WEEK })),
    overdraft: optional(integer({ ge: 0, le: 10_000 })),
    processes: optional(nullable(ProcessesRules)),
    over_limit: optional(nullable(NewOverLimitRules)),
  },
  'BenefitLicenseKeyActivationCreateProperties',
  {
    limit: {
      text: 'The maximum number of activations of a license key; of floating ones, of those that are checked out at the same time: at most 10,000.',
      example: 3,
    },
    enable_customer_admin: 'Whether customers can see and remove activations in the customer portal.',
    mode: 'Whether an activation keeps its slot until it is deactivated (`node_locked`, the default), or checks it out and renews it by heartbeats (`floating`). An extension.',
    checkout_seconds: {
      text: 'For how many seconds a slot is checked out without a heartbeat: one minute to 7 days, 600 by default. Only if `mode` is `floating`.',
      example: 600,
    },
    overdraft: {
      text: 'How many activations beyond `limit` are granted, and reported: up to 10,000, 0 by default. Of floating license keys, how many are checked out. An extension.',
      example: 0,
    },
    processes:
      'How processes of one device that check out each for itself share its place. Left out or `null`: all of them share one. Only if `mode` is `floating`. An extension.',
    over_limit:
      'What becomes of devices beyond `limit` and `overdraft` after the limit was lowered. Left out or `null`: they keep their places. Not if `mode` is `floating`. An extension.',
  },
);

/** Other names are ignored, unless there are rules beyond those of the reference, which may be misspelt. */
const Activations = refusing(
  ACTIVATIONS,
  (name, input) => !Object.hasOwn(ACTIVATIONS.fields, name) && EXTENSIONS.some((rule) => Object.hasOwn(input, rule)),
);

/** Properties of a `license_keys` benefit in a request. A property that is left out is `null`. */
export const LicenseKeysPropertiesInput = object(
  {
    prefix: optional(blankToNull({ max: 255 })),
    expires: optional(nullable(Expiration)),
    activations: optional(nullable(Activations)),
    limit_usage: optional(nullable(positive())),
    deliver_by_email: optional(boolean()),
    first_steps: optional(blankToNull({ max: LONGEST_FIRST_STEPS })),
    offline: optional(nullable(OfflinePolicyView)),
    key_format: optional(nullable(unionByKey('type', NewSignedKeyFormat, NewKeyFormat))),
    policy: optional(nullable(LicensePolicyView)),
    replaces_benefit_ids: optional(list(uuid4(), { max: MAX_REPLACED })),
    quantity: optional(oneOf(QUANTITY_RULES)),
    when_bought_again: optional(oneOf(REPURCHASE_RULES)),
    when_leaked: optional(oneOf(LEAK_RULES)),
  },
  'BenefitLicenseKeysCreateProperties',
  {
    prefix: { text: 'The prefix of generated license keys. `null` or blank for none.', example: 'ACME' },
    expires:
      'How long license keys are valid, counted from the grant. `null` if they do not expire. License keys that come with a subscription do not expire: they are revoked when it ends.',
    activations: 'The rules for activations. `null` if license keys cannot be activated, only validated.',
    limit_usage: { text: 'The maximum usage of a license key. `null` if usage is not limited.', example: 10000 },
    deliver_by_email: 'Whether new license keys are sent to customers by e-mail. `false` by default.',
    first_steps: {
      text: 'What customers do first, such as how to install the application: plain text, in which empty lines separate paragraphs. The mail with the license key says it. Left out or `null`: nothing. An extension.',
      example: 'Download the application and enter your license key when it starts.',
    },
    offline:
      'How license keys may be used without a network. Left out or `null`: not at all. Changes apply to leases from then on. An extension.',
    key_format:
      'The form of generated license keys, or, with `type: signed`, license keys that prove themselves to devices without a network. Left out or `null`: UUIDs. Applies to license keys that are issued or rotated from then on. An extension.',
    policy: 'Further rules for license keys. They apply to existing license keys too. An extension.',
    replaces_benefit_ids:
      'The IDs of `license_keys` benefits that this one replaces, such as that of a smaller edition. When a purchase brings this benefit and no longer one of those, the license key moves here with its activations and usage. An extension.',
    quantity:
      'What a purchase of several pieces brings: one license key (`one`, the default), a license key for each piece (`each`, up to 1,000), or one whose `limit_activations` is multiplied (`devices`). Changes apply to existing purchases too. An extension.',
    when_bought_again:
      'What a purchase brings to a customer who has a license key of this benefit: another one (`new_key`, the default), or more time or updates for it (`renew`), also for one whose purchase has ended. With several such license keys it brings another one. An extension.',
    when_leaked:
      'What happens to a license key that was found in public: owners are told (`tell`, the default); it is also replaced by a new one, which its customer gets by mail (`rotate`); or it is also disabled (`disable`). An extension.',
  },
);

/** The defaults of a form were filled in when the request was read. */
const newKeyFormat = (format: Infer<typeof NewKeyFormat> | Infer<typeof NewSignedKeyFormat>) =>
  'type' in format ? camelCased(format) : camelCased(format as Required<Infer<typeof NewKeyFormat>>);

const newActivations = ({ processes, over_limit, ...activations }: Infer<typeof ACTIVATIONS>) => ({
  ...camelCased(activations),
  ...(over_limit ? { overLimit: camelCased(over_limit) } : {}),
  ...(processes ? { processes: camelCased(processes) } : {}),
});

export const licenseKeysProperties = ({
  prefix,
  expires,
  activations,
  limit_usage,
  deliver_by_email,
  first_steps,
  offline,
  key_format,
  policy,
  replaces_benefit_ids,
  quantity,
  when_bought_again,
  when_leaked,
}: Infer<typeof LicenseKeysPropertiesInput>) => ({
  prefix: prefix ?? null,
  expires: expires ?? null,
  activations: activations ? newActivations(activations) : null,
  limitUsage: limit_usage ?? null,
  deliverByEmail: deliver_by_email ?? false,
  firstSteps: first_steps ?? null,
  offline: offline ? deeplyCamelCased(offline) : null,
  keyFormat: key_format ? newKeyFormat(key_format) : null,
  policy: policy ? deeplyCamelCased(policy) : null,
  replacesBenefitIds: replaces_benefit_ids ?? [],
  quantity: quantity ?? 'one',
  whenBoughtAgain: when_bought_again ?? 'new_key',
  whenLeaked: when_leaked ?? 'tell',
});
