import { keyOf } from '../../../domain/digest.ts';

export { keyOf };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The id that a reference to a parent event may be. A parent is referenced by its external id or by its id. */
export const asEventId = (parent: string): string | null => (UUID.test(parent) ? parent.toLowerCase() : null);
