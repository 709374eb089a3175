import { list, literal, object, optional, text } from '#platform/wire';
import type { Field } from '#platform/wire';

/** Any value; only the shapes of answers use it. */
const anything: Field<unknown> = { schema: {}, read: (input) => input };
const locPart: Field<string | number> = {
  schema: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
  read: (input) => input as string | number,
};

export const ValidationErrorView = object(
  {
    detail: list(
      object(
        { loc: list(locPart), msg: text(), type: text(), input: optional(anything), ctx: optional(object({})) },
        'ValidationError',
      ),
    ),
  },
  'HTTPValidationError',
);

export const refusalView = (error: string) => object({ error: literal(error), detail: text() }, error);
