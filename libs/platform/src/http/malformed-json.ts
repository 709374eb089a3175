import { RequestInvalid } from './errors.ts';

/** The position of the syntax error, if the message of `JSON.parse` contains it. */
const offsetOf = (reason: string, length: number): number =>
  reason.startsWith('Unexpected end') ? length : Number(/ at position (\d+)/.exec(reason)?.[1] ?? 0);

/** `reason` is the message of `JSON.parse`, or why the text could not be decoded; `length` that of the text. */
export function malformedJson(reason: string, length: number): RequestInvalid {
  const offset = offsetOf(reason, length);
  return new RequestInvalid([
    { loc: ['body', offset], type: 'json_invalid', msg: 'JSON decode error', input: {}, ctx: { error: reason.slice(0, 200) } },
  ]);
}
