import { defineField, type Field, text } from '#platform/wire';

/** The position of an entry in a list that is ordered by time. */
export interface Position {
  readonly at: Date;
  readonly id: string;
}

const SHAPE = /^\d{13}\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const LENGTH = 50;

/** A position as text. */
export const cursorOf = ({ at, id }: Position): string => `${String(at.getTime()).padStart(13, '0')}.${id}`;

/** Reads the text of a position. */
export function cursor(): Field<Position> {
  const shape = text({ min: LENGTH, max: LENGTH, pattern: SHAPE });
  return defineField({
    schema: shape.schema,
    read: (input, issues) => {
      const before = issues.length;
      const given = shape.read(input, issues);
      if (issues.length > before) return { at: new Date(0), id: '' };
      const [milliseconds, id] = given.split('.') as [string, string];
      return { at: new Date(Number(milliseconds)), id };
    },
  });
}
