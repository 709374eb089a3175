import { deviceClass } from '#catalog/views';
import { boolean, mapOf, nullable, object, optional, text, strict } from '#platform/wire';

const COMPONENT_NAME = text({ max: 40, pattern: /^[a-z0-9][a-z0-9_.-]*$/ });
export const DEVICE_ID = { min: 1, max: 128 } as const;

const description = {
  components: optional(nullable(mapOf(COMPONENT_NAME, text({ min: 1, max: 256 }), { max: 16 }))),
  class: optional(nullable(deviceClass())),
  virtual: optional(nullable(boolean())),
  platform: optional(nullable(text({ min: 1, max: 64 }))),
};
const TEXTS = {
  components: {
    text: 'What the device is recognized by: up to 16 names with values, of which only digests are stored.',
    example: { machine_id: '9f86d081884c7d65', mac: '00:00:5e:00:53:01' },
  },
  class: { text: 'What kind of device it is.', example: 'desktop' },
  virtual:
    'Whether it is a virtual machine, a container or the runner of a CI. Left out: as class and names of components suggest.',
  platform: { text: 'The platform of the device.', example: 'linux-x64' },
};

/** What an application says about its device. */
export const Device = strict(object(description, 'LicenseKeyDevice', TEXTS));

/** The same, with what else is a header. */
export const ExplainedDevice = strict(
  object({ id: optional(nullable(text(DEVICE_ID))), ...description }, 'LicenseKeyExplainedDevice', {
    id: { text: 'What the application sends in `License-Device`.', example: 'C02XG0FDH7JY' },
    ...TEXTS,
  }),
);
