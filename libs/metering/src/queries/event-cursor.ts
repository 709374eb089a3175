import { cursorField, type Field, type Position, text } from '#platform/wire';

/** The position of an event in a list by time. The time is in milliseconds since 1970, and negative before. */
export type EventPosition = Position<number>;

const SHAPE = /^-?\d{1,14}\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export const eventCursorOf = ({ at, id }: EventPosition): string => `${at}.${id}`;

export const eventCursor = (): Field<EventPosition> => cursorField(text({ max: 60, pattern: SHAPE }), Number);
