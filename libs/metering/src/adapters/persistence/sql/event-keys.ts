import { keyOf } from '../../../domain/digest.ts';

export { keyOf };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A parent is told by its external id, or by its id, if it looks like one. */
export const idIn = (parent: string): string | null => (UUID.test(parent) ? parent.toLowerCase() : null);
