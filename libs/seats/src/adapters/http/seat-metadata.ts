import { isStorable } from '#support/texts';
import { defineField, type Field, isPlainObject, type Issue } from '#platform/wire';

const KEYS = 10;
const CHARACTERS = 1024;

/** The length of a text as JSON with all characters beyond ASCII escaped. */
const textLength = (text: string): number =>
  JSON.stringify(text).replace(/[\u007f-\uffff]/g, (character) => (character === '\u007f' ? character : '\\u0000')).length;

/** The length of a value as JSON with a space after each comma and colon. Stops counting once it is too long. */
function lengthOf(value: unknown, room: number): number {
  if (room < 0) return 0;
  if (typeof value === 'string') return textLength(value);
  if (typeof value !== 'object' || value === null) return String(value).length;
  const parts = Array.isArray(value)
    ? value.map((each) => ['', each] as const)
    : Object.entries(value).map(([key, each]) => [key, each] as const);
  let length = 2 + 2 * Math.max(0, parts.length - 1);
  for (const [key, each] of parts) {
    if (length > room) break;
    if (!Array.isArray(value)) length += textLength(key) + 2;
    length += lengthOf(each, room - length);
  }
  return length;
}

const wrong = (reason: string, input: unknown): Issue => ({
  loc: [],
  type: 'value_error',
  msg: `Value error, ${reason}`,
  input,
  ctx: { error: {} },
});

/** Any JSON object of at most 10 keys, and at most 1,024 characters as JSON. */
export const seatMetadata = (): Field<{ readonly [key: string]: unknown }> =>
  defineField({
    schema: {
      type: 'object',
      maxProperties: KEYS,
      propertyNames: { type: 'string', maxLength: CHARACTERS },
      additionalProperties: true,
    },
    read: (input, issues) => {
      if (!isPlainObject(input)) {
        issues.push({ loc: [], type: 'dict_type', msg: 'Input should be a valid dictionary', input });
      } else if (Object.keys(input).length > KEYS) {
        issues.push(wrong(`Metadata cannot have more than ${KEYS} keys`, input));
      } else if (lengthOf(input, CHARACTERS) > CHARACTERS) {
        issues.push(wrong(`Metadata is too large (maximum ${CHARACTERS} characters)`, undefined));
      } else if (!isStorable(input)) {
        issues.push(wrong('Metadata contains invalid characters or numbers', null));
      }
      return input as { readonly [key: string]: unknown };
    },
  });
