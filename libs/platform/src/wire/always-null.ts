import { defineField, type Field } from './field.ts';

/** A field of the reference API that this service never sets. */
export const alwaysNull = (): Field<null> => defineField({ schema: { type: 'null' }, read: () => null });
