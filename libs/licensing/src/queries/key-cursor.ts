import { cursorField, type Field, type Position, text } from '#platform/wire';

/** The position of a key in a sorted list. Keys that do not expire have no time, and come last. */
export type KeyPosition = Position<Date | null>;

const NEVER = 'never';
const SHAPE = /^(-?\d{1,15}|never)\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export const keyCursorOf = ({ at, id }: KeyPosition): string => `${at ? at.getTime() : NEVER}.${id}`;

export const keyCursor = (): Field<KeyPosition> =>
  cursorField(text({ max: 60, pattern: SHAPE }), (time) => (time === NEVER ? null : new Date(Number(time))));
