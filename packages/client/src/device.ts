import { isObject, type JsonObject, toBase64Url, utf8 } from './bytes.ts';
import { sha256 } from './sha256.ts';

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

/** Components that name a model or a setting, which many machines share. The service knows the same. */
const DESCRIBING: ReadonlySet<string> = new Set(['board', 'cpu', 'hostname', 'model', 'product', 'vendor']);
/** Components that only an administrator can read, and so not all accounts of a machine. */
const OF_ADMINISTRATORS: ReadonlySet<string> = new Set(['board_serial', 'system_serial']);
const VIRTUAL: ReadonlySet<string> = new Set(['hypervisor', 'container', 'ci']);
/** The ID of the operating system's installation, and something else: images of machines may have the same ID. */
const FEWEST_COMPONENTS = 2;

/**
 * An ID that every account of the described machine makes. Null for virtual machines, of which many may be copies of one, and where too
 * little is known. It is bound to the organization, so that two sellers cannot compare what they know.
 */
export async function machineIdOf({ device }: JsonObject, organizationId: string): Promise<string | null> {
  const { components, virtual } = isObject(device) ? device : {};
  if (!isObject(components) || typeof components['machine_id'] !== 'string') return null;
  const names = Object.keys(components).filter((name) => !DESCRIBING.has(name));
  const isVirtual = typeof virtual === 'boolean' ? virtual : names.some((name) => VIRTUAL.has(name));
  const readByAll = names.filter((name) => !OF_ADMINISTRATORS.has(name));
  if (isVirtual || readByAll.length < FEWEST_COMPONENTS) return null;
  const identifying = readByAll.sort().map((name) => [name, components[name]]);
  return `m-${toBase64Url(await sha256(utf8(JSON.stringify([organizationId, ...identifying]))))}`;
}
