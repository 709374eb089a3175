/** Components that name a model or a setting: many devices share them. All others identify a device, also those with names of an application's own. */
const DESCRIBING: ReadonlySet<string> = new Set(['board', 'cpu', 'hostname', 'model', 'product', 'vendor']);

/** The addresses of network cards: `mac`, `mac_2`, `mac_3`, in any order. */
export const CARD = 'mac';
const FURTHER_CARD = /^mac_\d+$/;

export const identifies = (name: string): boolean => !DESCRIBING.has(name);

/** What components with this name tell of a device: those with the same subject are compared with each other. */
export const subjectOf = (name: string): string => (FURTHER_CARD.test(name) ? CARD : name);
