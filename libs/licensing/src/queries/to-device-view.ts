import type { ActivationDeviceView } from '#customer-portal/views';
import type { LicensingTables } from '../adapters/persistence/license-key.mapping.ts';

type Profile = NonNullable<LicensingTables['licensing.activations']['device_profile']>;

/** What is stored about a device, as views show it: without the digests of its components. */
export function toDeviceView({
  components,
  applicationVersion,
  lastSeenAt,
  isVirtual,
  ...others
}: Profile): ActivationDeviceView {
  return {
    ...(components ? { components: Object.keys(components).sort() } : {}),
    ...others,
    ...(isVirtual === undefined ? {} : { virtual: isVirtual }),
    ...(applicationVersion === undefined ? {} : { application_version: applicationVersion }),
    ...(lastSeenAt === undefined ? {} : { last_seen_at: new Date(lastSeenAt) }),
  };
}
