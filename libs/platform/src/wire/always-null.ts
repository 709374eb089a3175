import type { Field } from '#platform/wire';

/** What the shapes of the API have a place for, and this service never has. */
export const alwaysNull = (): Field<null> => ({ schema: { type: 'null' }, read: () => null });
