import { type ComponentDigests, type DescribedDevice, type DeviceDescription, isVirtual } from './described-device.ts';
import { isOfDocker, subjectOf } from './identifying-components.ts';

/** Replaces values of components by keyed digests, so that none is stored. */
export abstract class DeviceDigests {
  /** Bound to the organization and the subject of the component. */
  abstract digestsOf(organizationId: string, name: string, value: string): ComponentDigests;

  describe(organizationId: string, description: DeviceDescription): DescribedDevice {
    const known = Object.entries(description.components).filter(([name, value]) => !isOfDocker(name, value));
    return {
      components: Object.fromEntries(
        known.map(([name, value]) => [name, this.digestsOf(organizationId, subjectOf(name), value)]),
      ),
      class: description.class,
      isVirtual: isVirtual(description),
      platform: description.platform,
    };
  }
}
