import { defineField, type Field, text } from '#platform/wire';

/** The position of a key in a sorted list. Keys that do not expire have no time, and come last. */
export interface KeyPosition {
  readonly at: Date | null;
  readonly id: string;
}

const NEVER = 'never';
const SHAPE = /^(-?\d{1,15}|never)\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export const keyCursorOf = ({ at, id }: KeyPosition): string => `${at ? at.getTime() : NEVER}.${id}`;

export function keyCursor(): Field<KeyPosition> {
  const shape = text({ max: 60, pattern: SHAPE });
  return defineField({
    schema: shape.schema,
    read: (input, issues) => {
      const before = issues.length;
      const given = shape.read(input, issues);
      if (issues.length > before) return { at: null, id: '' };
      const [time, id] = given.split('.') as [string, string];
      return { at: time === NEVER ? null : new Date(Number(time)), id };
    },
  });
}
