import { fieldError, type FieldError } from '#kernel';

/** What the catalog knows of the rules for devices. */
interface DevicesPolicy {
  readonly classes?: readonly { readonly class: string }[];
  readonly virtual?: string;
  readonly swaps?: object;
}

interface Activations {
  readonly mode?: string;
}

/** The class of virtual devices, if they are a class of their own. */
const VIRTUAL = 'virtual';

function devicesErrors({ classes = [], virtual, swaps }: DevicesPolicy, activations: Activations | null): FieldError[] {
  const names = classes.map((each) => each.class);
  const twice = names.flatMap((name, index) => (names.indexOf(name) < index ? [{ name, index }] : []));
  return [
    ...(activations ? [] : [fieldError(['policy', 'devices'], 'Rules for devices need `activations`.', null)]),
    ...twice.map(({ name, index }) =>
      fieldError(['policy', 'devices', 'classes', index, 'class'], 'The class has a limit already.', name),
    ),
    ...(virtual === 'own_class' && !names.includes(VIRTUAL)
      ? [
          fieldError(
            ['policy', 'devices', 'virtual'],
            `Virtual devices of their own class need a limit for \`${VIRTUAL}\` in \`classes\`.`,
            virtual,
          ),
        ]
      : []),
    ...(swaps && activations?.mode === 'floating'
      ? [fieldError(['policy', 'devices', 'swaps'], 'The slots of floating license keys are meant to move.', swaps)]
      : []),
  ];
}

interface CounterRules {
  readonly limit?: number;
  readonly period?: string;
  readonly overdraft?: number;
  readonly rollover?: number;
}

const counterErrors = (counters: LicensePolicy['counters']): FieldError[] =>
  Object.entries(counters ?? {}).flatMap(([name, { limit, period, overdraft, rollover }]) => [
    ...(overdraft !== undefined && limit === undefined
      ? [fieldError(['policy', 'counters', name, 'overdraft'], 'An overdraft needs a `limit`.', overdraft)]
      : []),
    ...(rollover !== undefined && (limit === undefined || period === undefined)
      ? [fieldError(['policy', 'counters', name, 'rollover'], 'What is left rolls over with a `limit` and a `period`.', rollover)]
      : []),
  ]);

/**
 * The rules of the keys of a benefit beyond limits, a section for each feature. Licensing applies them; the catalog keeps them and
 * knows only what depends on other properties of the benefit. The bounds of values are those of requests.
 */
export interface LicensePolicy {
  readonly expiry?: { readonly begins?: 'issue' | 'first_activation' };
  readonly trial?: object;
  readonly devices?: DevicesPolicy;
  readonly counters?: { readonly [name: string]: CounterRules };
  readonly [section: string]: object | undefined;
}

interface Properties {
  readonly expires: object | null;
  readonly activations: { readonly mode?: string } | null;
  readonly deliverByEmail?: boolean;
  readonly policy?: LicensePolicy | null;
}

export function policyErrors({ expires, activations, deliverByEmail, policy }: Properties): FieldError[] {
  const { expiry, trial, devices, counters } = policy ?? {};
  const waitsInVain = expiry?.begins === 'first_activation' && !(expires && activations);
  const needed = 'A lifetime that begins with the first activation needs `expires` and `activations`.';
  const unread = 'Trial license keys are not sent by e-mail: use a benefit without `deliver_by_email`.';
  return [
    ...(waitsInVain ? [fieldError(['policy', 'expiry', 'begins'], needed, expiry.begins)] : []),
    ...(trial && deliverByEmail ? [fieldError(['policy', 'trial'], unread, trial)] : []),
    ...(devices ? devicesErrors(devices, activations) : []),
    ...counterErrors(counters),
  ];
}

/** Without sections that say nothing; undefined if none is left. */
export function normalizedPolicy(policy: LicensePolicy | null | undefined): LicensePolicy | undefined {
  const sections = Object.entries(policy ?? {}).filter(([, section]) => section && Object.keys(section).length > 0);
  return sections.length === 0 ? undefined : (Object.fromEntries(sections) as LicensePolicy);
}

/** True if existing keys have to be updated. Both are normalized; sections come in any order. */
export const policyDiffers = (before: LicensePolicy | null | undefined, after: LicensePolicy | null | undefined): boolean =>
  inOrder(before) !== inOrder(after);

const inOrder = (policy: LicensePolicy | null | undefined): string =>
  JSON.stringify(policy ?? null, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
