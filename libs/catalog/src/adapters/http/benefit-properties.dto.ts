import { blankToNull, type Infer, object, optional } from '#platform/wire';
import { type LicenseKeysProperties, licenseKeysProperties } from './license-keys-properties.dto.ts';

/** Properties of a `custom` benefit as they are sent. What is left out is without. */
export const CustomProperties = object({ note: optional(blankToNull()) }, 'BenefitCustomCreateProperties');

export const FeatureFlagProperties = object({}, 'BenefitFeatureFlagCreateProperties');

type Sent =
  | { readonly type: 'custom'; readonly properties: Infer<typeof CustomProperties> }
  | { readonly type: 'feature_flag'; readonly properties: Infer<typeof FeatureFlagProperties> }
  | { readonly type: 'license_keys'; readonly properties: Infer<typeof LicenseKeysProperties> };

/** The type together with the properties as the domain knows them. */
export function promised(sent: Sent) {
  switch (sent.type) {
    case 'custom':
      return { type: sent.type, properties: { note: sent.properties.note ?? null } } as const;
    case 'feature_flag':
      return { type: sent.type, properties: {} } as const;
    case 'license_keys':
      return { type: sent.type, properties: licenseKeysProperties(sent.properties) } as const;
  }
}

type Changed = {
  [T in Sent['type']]: { readonly type: T; readonly properties?: (Sent & { type: T })['properties'] | null };
}[Sent['type']];

/** Properties that replace those before; undefined where a change says nothing of them. */
export const newProperties = (sent: Changed) => (sent.properties ? promised(sent as Sent).properties : undefined);
