import { defineField, type Field, list, literal, object, optional, text, timestamp } from '#platform/wire';

/** Any value; used in responses only. */
const anything: Field<unknown> = defineField({ schema: {}, read: (input) => input });
const locPart: Field<string | number> = defineField({
  schema: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
  read: (input) => input as string | number,
});

const ValidationError = object(
  { loc: list(locPart), msg: text(), type: text(), input: optional(anything), ctx: optional(object({})) },
  'ValidationError',
  {
    loc: {
      text: 'Where the issue is: `body`, `query`, `path` or `header`, followed by field names and list indexes.',
      example: ['body', 'name'],
    },
    msg: { text: 'What is wrong, for people.', example: 'Field required' },
    type: { text: 'The kind of issue, for programs.', example: 'missing' },
    input: 'The input that is wrong, with `********` in place of secrets. Left out if it is long.',
    ctx: 'The values of the rule that is violated, such as the maximum of a number.',
  },
);

export const ValidationErrorView = object({ detail: list(ValidationError) }, 'HTTPValidationError', {
  detail: 'The issues of the request: at most 100, and at most 64 KiB.',
});

export const errorView = (error: string) =>
  object({ error: literal(error), detail: text(), code: optional(text()), retry_at: optional(timestamp()) }, error, {
    error: 'The name of the error, for programs.',
    detail: 'What happened, for people.',
    code: {
      text: 'The `License-Code`, in responses about license keys and reservations that have one. An extension.',
      example: 'EXPIRED',
    },
    retry_at: 'When the same may be permitted, where that is known. An extension.',
  });
