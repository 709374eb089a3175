import type { JsonObject } from './bytes.ts';

/** What an application says about its machine (docs/licensing/devices.md). Self-reported: whoever has the machine can change it. */
export interface DeviceDescription {
  /** What the machine is recognized by: up to 16 names with values. The service stores digests of them. */
  readonly components?: Readonly<Record<string, string>>;
  readonly class?: string;
  /** Whether it is a virtual machine, a container or the runner of a CI. */
  readonly virtual?: boolean;
  readonly platform?: string;
}

/** What an application says about itself. */
export interface ApplicationDescription {
  readonly version?: string;
  readonly releasedAt?: Date;
}

export interface Descriptions {
  /** Sent with activations, validations and leases. A function is asked once. */
  readonly device?: DeviceDescription | (() => DeviceDescription | Promise<DeviceDescription>);
  readonly application?: ApplicationDescription;
}

/** The fields of requests that say so, in the names of the API. */
export function descriptionFields({ device, application }: Descriptions): () => Promise<JsonObject> {
  let described: Promise<DeviceDescription | undefined> | undefined;
  return async () => {
    described ??= Promise.resolve(typeof device === 'function' ? device() : device);
    const about = await described;
    const { version, releasedAt } = application ?? {};
    return {
      ...(about ? { device: { ...about } } : {}),
      ...(application ? { application: { version, released_at: releasedAt?.toISOString() } } : {}),
    };
  };
}
