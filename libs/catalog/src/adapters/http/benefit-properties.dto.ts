import { blankToNull, boolean, type Infer, integer, object, optional, uuid4 } from '#platform/wire';
import { type LicenseKeysProperties, licenseKeysProperties } from './license-keys-properties.dto.ts';

/** Properties of a `custom` benefit as they are sent. What is left out is without. */
export const CustomProperties = object({ note: optional(blankToNull()) }, 'BenefitCustomCreateProperties');

export const FeatureFlagProperties = object({}, 'BenefitFeatureFlagCreateProperties');

export const MeterCreditProperties = object(
  { units: integer({ gt: 0 }), rollover: boolean(), meter_id: uuid4() },
  'BenefitMeterCreditCreateProperties',
);

type Sent =
  | { readonly type: 'custom'; readonly properties: Infer<typeof CustomProperties> }
  | { readonly type: 'feature_flag'; readonly properties: Infer<typeof FeatureFlagProperties> }
  | { readonly type: 'license_keys'; readonly properties: Infer<typeof LicenseKeysProperties> }
  | { readonly type: 'meter_credit'; readonly properties: Infer<typeof MeterCreditProperties> };

/** The type together with the properties as the domain knows them. */
export function promised(sent: Sent) {
  switch (sent.type) {
    case 'custom':
      return { type: sent.type, properties: { note: sent.properties.note ?? null } } as const;
    case 'feature_flag':
      return { type: sent.type, properties: {} } as const;
    case 'license_keys':
      return { type: sent.type, properties: licenseKeysProperties(sent.properties) } as const;
    case 'meter_credit': {
      const { units, rollover, meter_id: meterId } = sent.properties;
      return { type: sent.type, properties: { meterId, units, rollover } } as const;
    }
  }
}

type Changed = {
  [T in Sent['type']]: { readonly type: T; readonly properties?: (Sent & { type: T })['properties'] | null };
}[Sent['type']];

/** Properties that replace those before; undefined where a change says nothing of them. */
export const newProperties = (sent: Changed) => (sent.properties ? promised(sent as Sent).properties : undefined);
