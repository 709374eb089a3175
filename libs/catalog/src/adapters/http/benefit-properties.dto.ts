import { deeplyCamelCased, LONG_TEXT } from '#support/texts';
import {
  blankToNull,
  boolean,
  type Infer,
  integer,
  list,
  nullable,
  object,
  optional,
  type Scalars,
  uuid4,
  withDefault,
} from '#platform/wire';
import { ArchivedFiles, type AttachRuleView, type CombineRule, MAX_CREDITED_UNITS, MAX_FILES } from '../../views/benefit.view.ts';
import { type LicenseKeysPropertiesInput, licenseKeysProperties } from './license-keys-properties.dto.ts';

/** Properties of a `custom` benefit in a request. */
export const CustomPropertiesInput = object({ note: optional(blankToNull(LONG_TEXT)) }, 'BenefitCustomCreateProperties', {
  note: 'A note shown to customers who have the benefit. `null` or blank for none.',
});

export const DownloadablesPropertiesInput = object(
  { archived: withDefault(ArchivedFiles, () => ({})), files: list(uuid4(), { min: 1, max: MAX_FILES }) },
  'BenefitDownloadablesCreateProperties',
  {
    archived: 'By the ID of a file: whether customers no longer get it.',
    files: 'The IDs of files of the service `downloadable`, in the order in which customers see them.',
  },
);

/** Properties of a `feature_flag` benefit in a request. */
export const FeatureFlagPropertiesInput = object({}, 'BenefitFeatureFlagCreateProperties');

export const MeterCreditPropertiesInput = object(
  {
    units: integer({ gt: 0, le: MAX_CREDITED_UNITS }),
    rollover: boolean(),
    meter_id: uuid4(),
    priority: optional(nullable(integer({ ge: 0, le: 100 }))),
    expires_after_days: optional(nullable(integer({ ge: 1, le: 3650 }))),
  },
  'BenefitMeterCreditCreateProperties',
  {
    units: { text: 'The number of units to credit in every period.', example: 1000 },
    rollover: 'Whether unused units carry over to the next period.',
    meter_id: 'The ID of the meter to credit. It must belong to the same organization.',
    priority: {
      text: 'Credits with a lower priority are used first; of those with the same one, those that end first. 50 by default.',
      example: 10,
    },
    expires_after_days: {
      text: 'The days until what is left of the units is taken away. By default they have no end of their own.',
      example: 90,
    },
  },
);

/** The properties of a flag are sent beside `properties`. */
interface SentFlag {
  readonly values?: Scalars;
  readonly attach?: Infer<typeof AttachRuleView>;
  readonly combine?: Infer<typeof CombineRule> | null;
}

type Sent =
  | { readonly type: 'custom'; readonly properties: Infer<typeof CustomPropertiesInput> }
  | { readonly type: 'downloadables'; readonly properties: Infer<typeof DownloadablesPropertiesInput> }
  | ({ readonly type: 'feature_flag'; readonly properties: Infer<typeof FeatureFlagPropertiesInput> } & SentFlag)
  | { readonly type: 'license_keys'; readonly properties: Infer<typeof LicenseKeysPropertiesInput> }
  | { readonly type: 'meter_credit'; readonly properties: Infer<typeof MeterCreditPropertiesInput> };

/** The type and the properties as the domain expects them. */
export function typedBenefitProperties(sent: Sent) {
  switch (sent.type) {
    case 'custom':
      return { type: sent.type, properties: { note: sent.properties.note ?? null } } as const;
    case 'downloadables':
      return { type: sent.type, properties: sent.properties } as const;
    case 'feature_flag':
      return { type: sent.type, properties: flagProperties(sent) } as const;
    case 'license_keys':
      return { type: sent.type, properties: licenseKeysProperties(sent.properties) } as const;
    case 'meter_credit': {
      const { units, rollover, meter_id: meterId, priority, expires_after_days: expiresAfterDays } = sent.properties;
      const terms = { ...(isSet(priority) ? { priority } : {}), ...(isSet(expiresAfterDays) ? { expiresAfterDays } : {}) };
      return { type: sent.type, properties: { meterId, units, rollover, ...terms } } as const;
    }
  }
}

const isSet = (value: number | null | undefined): value is number => value !== null && value !== undefined;

/** The properties that were sent. */
const flagProperties = ({ values, attach, combine }: SentFlag) => ({
  ...(values === undefined ? {} : { values }),
  ...(attach === undefined ? {} : { attach: deeplyCamelCased(attach) }),
  ...(combine === undefined ? {} : { combine }),
});

type Changed = {
  [T in Sent['type']]: Omit<Sent & { type: T }, 'properties'> & {
    readonly type: T;
    readonly properties?: (Sent & { type: T })['properties'] | null;
  };
}[Sent['type']];

const areSent = (sent: Changed): boolean =>
  sent.type === 'feature_flag' ? Object.keys(flagProperties(sent)).length > 0 : Boolean(sent.properties);

/** The properties that replace the existing ones, or `undefined` if they stay. */
export const newBenefitProperties = (sent: Changed) =>
  areSent(sent) ? typedBenefitProperties(sent as Sent).properties : undefined;
