/** Components that name a model or a setting: many devices share them. All others identify a device, also those with names of an application's own. */
const DESCRIBING: ReadonlySet<string> = new Set(['board', 'cpu', 'hostname', 'model', 'product', 'vendor']);

/** The addresses of network cards: `mac_1`, `mac_2`, `mac_3`, in any order, and `mac`. */
export const CARD = 'mac';
const NUMBERED_CARD = /^mac_\d+$/;
/** What addresses begin with that Docker makes up at each start of a machine, and that are the same in the containers of many. */
const DOCKER = '02:42:';

export const identifies = (name: string): boolean => !DESCRIBING.has(name);

/** What components with this name tell of a device: those with the same subject are compared with each other. */
export const subjectOf = (name: string): string => (NUMBERED_CARD.test(name) ? CARD : name);

/** Whether the component is one of Docker, which tells nothing of the device. */
export const isOfDocker = (name: string, value: string): boolean =>
  subjectOf(name) === CARD && value.toLowerCase().replaceAll('-', ':').startsWith(DOCKER);

/**
 * Whether there is only `mac`, as the libraries of version 0.1 sent it: the first address of all that a machine has, which may be that of a
 * docking station, a VPN or a container.
 */
export const hasUnnumberedCard = (components: { readonly [name: string]: unknown }): boolean =>
  Object.hasOwn(components, CARD) && !Object.keys(components).some((name) => NUMBERED_CARD.test(name));
