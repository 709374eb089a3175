import { defineField, type Field } from './field.ts';
import { text } from './text.ts';

/** Where a list that is sorted by time goes on. */
export interface Position<At = Date> {
  readonly at: At;
  readonly id: string;
}

const SHAPE = /^\d{13}\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const LENGTH = 50;

/** A position as text. */
export const cursorOf = ({ at, id }: Position): string => `${String(at.getTime()).padStart(13, '0')}.${id}`;

/** Reads the text of a position. */
export const cursor = (): Field<Position> =>
  cursorField(text({ min: LENGTH, max: LENGTH, pattern: SHAPE }), (milliseconds) => new Date(Number(milliseconds)));

/** Reads positions of a text with a time and an ID, separated by a dot. */
export const cursorField = <At>(shape: Field<string>, readTime: (time: string) => At): Field<Position<At>> =>
  defineField({
    schema: shape.schema,
    read(input, issues) {
      const before = issues.length;
      const given = shape.read(input, issues);
      const [time, id] = (issues.length > before ? '0.' : given).split('.') as [string, string];
      return { at: readTime(time), id };
    },
  });
