import { keyOf } from '../../domain/digest.ts';

export { keyOf };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Under what the children of an event may know it: by its id, or by the external id. */
export const parentKeys = (parent: string): string[] => [keyOf(parent), ...(UUID.test(parent) ? [parent.toLowerCase()] : [])];
