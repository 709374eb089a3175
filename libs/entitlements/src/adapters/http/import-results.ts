import { boolean, type Infer, integer, list, nullable, object, oneOf, optional, text, uuid4 } from '#platform/wire';

const DetailView = object({ loc: list(text()), msg: text(), type: text() }, 'ImportProblemDetail', {
  loc: 'The path of the field in the line.',
  msg: 'What is wrong with it.',
  type: { text: 'The kind of the problem.', example: 'missing' },
});

const ProblemView = object({ error: text(), detail: text(), fields: list(DetailView) }, 'ImportProblem', {
  error: { text: 'The name of the error, as the operation for one purchase would respond with it.', example: 'ValidationError' },
  detail: 'A sentence that says what is wrong.',
  fields: 'The fields that are wrong, if the problem is about fields.',
});

export const IMPORT_STATUSES = ['created', 'existing', 'valid', 'failed'] as const;

/** One line of the response. The last one has the totals instead of a line. */
export const ImportResultView = object(
  {
    line: nullable(integer()),
    status: oneOf([...IMPORT_STATUSES, 'done']),
    type: nullable(oneOf(['customer', 'order', 'subscription'])),
    id: nullable(uuid4()),
    problem: nullable(ProblemView),
    totals: optional(
      object(
        { dry_run: boolean(), lines: integer(), created: integer(), existing: integer(), valid: integer(), failed: integer() },
        'ImportTotals',
        {
          dry_run: 'Whether nothing was stored.',
          lines: 'The number of lines.',
          created: 'The number of customers and purchases that were created.',
          existing: 'The number of customers and purchases that existed.',
          valid: 'The number of lines that a dry run found nothing wrong with.',
          failed: 'The number of lines with a problem, of which nothing was stored.',
        },
      ),
    ),
  },
  'ImportResult',
  {
    line: {
      text: 'The number of the line in the file, the first one is 1. `null` in the last result, which has the totals.',
      example: 2,
    },
    status:
      '`created`, `existing` if it was imported or reported before, `valid` in a dry run, `failed`, or `done` in the last result. A response without `done` is incomplete: send the file again.',
    type: 'What the line is about; `null` if it cannot be told.',
    id: 'The ID of the customer, order or subscription; `null` if there is none.',
    problem: 'Why the line was not imported.',
    totals: 'How many lines there were, in the last result.',
  },
);

export type ImportResult = Infer<typeof ImportResultView>;
