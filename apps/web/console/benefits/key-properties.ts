import type { Schema } from '../../api/client.ts';

export type KeyProperties = Schema<'BenefitLicenseKeysProperties'>;
export type Policy = NonNullable<KeyProperties['policy']>;

interface NamedRules {
  readonly name: string;
}

/** The properties of a form, whose counters are a list, as the API takes them: by name. */
export function countersByName<Properties extends object>(properties: Properties): Properties {
  const { policy } = properties as { readonly policy?: { readonly counters?: readonly NamedRules[] } };
  if (!policy?.counters) return properties;
  const counters = Object.fromEntries(policy.counters.filter(Boolean).map(({ name, ...rules }) => [name, rules]));
  return { ...properties, policy: { ...policy, counters } };
}
