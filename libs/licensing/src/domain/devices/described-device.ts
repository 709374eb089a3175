/** What an application says about the device on which it runs. */
export interface DeviceDescription {
  readonly components: { readonly [name: string]: string };
  readonly class: string | null;
  /** Null if the application does not say. */
  readonly virtual: boolean | null;
  readonly platform: string | null;
}

/** The digests of a value under all secret keys, the newest first. The first one is stored. */
export type ComponentDigests = readonly [string, ...string[]];

/** A description with digests in place of the values of its components. */
export interface DescribedDevice {
  readonly components: { readonly [name: string]: ComponentDigests };
  readonly class: string | null;
  readonly isVirtual: boolean;
  readonly platform: string | null;
}

/** The class of virtual devices, if they are a class of their own. */
export const VIRTUAL_CLASS = 'virtual';

const VIRTUAL_CLASSES: ReadonlySet<string | null> = new Set([VIRTUAL_CLASS, 'vm', 'container', 'ci']);
const VIRTUAL_COMPONENTS = ['hypervisor', 'container', 'ci'];

/** What the application says counts, else its class and the names of its components. */
export const isVirtual = ({ virtual, class: name, components }: DeviceDescription): boolean =>
  virtual ?? (VIRTUAL_CLASSES.has(name) || VIRTUAL_COMPONENTS.some((each) => Object.hasOwn(components, each)));
