import { explanationText, recordOf, restOf, tableOf } from '../../apps/cli/resources/texts.ts';
import { readValue } from '../../apps/cli/resources/read-values.ts';
import type { Field } from '../../apps/api/operations/operation.ts';

test('a table has its columns below their names, and nothing that a terminal would act on', () => {
  const items = [
    { id: 'a', customer: { email: 'ada@example.com' }, name: 'Ada\u001b[2J\nEve\u202e' },
    { id: 'long', customer: null, name: '' },
  ];
  expect(tableOf(items, ['id', 'customer.email', 'name'])).toBe(
    ['ID    CUSTOMER EMAIL   NAME', 'a     ada@example.com  Ada [2J Eve', 'long  -                -'].join('\n'),
  );
});

test('a record has a line for each field, with the path of nested ones', () => {
  const record = { id: 'a', customer: { email: 'ada@example.com' }, metadata: {}, tags: ['x'], expires_at: null };
  expect(recordOf(record)).toBe(
    [
      'id:              a',
      'customer.email:  ada@example.com',
      'metadata:        {}',
      'tags:            ["x"]',
      'expires_at:      -',
    ].join('\n'),
  );
});

test('a list says how to see the rest of it', () => {
  const pagination = { total_count: 25, max_page: 3 };
  expect(restOf({ pagination })).toBe('25 in all. The next page: --page 2');
  expect(restOf({ pagination }, 3)).toBeUndefined();
  expect(restOf({ next_cursor: 'abc' })).toBe('There is more: --cursor abc');
  expect(restOf({ next_cursor: null })).toBeUndefined();
});

test('an explanation begins with the verdict', () => {
  const checks = [
    { name: 'exists', outcome: 'passed', reason: null, help: null },
    { name: 'not_expired', outcome: 'failed', reason: 'License key has expired.', help: 'Extend it.' },
  ];
  const license_key = { id: 'id', display_key: '****-123456' };
  expect(explanationText({ operation: 'validate', allowed: false, code: 'EXPIRED', license_key, checks }).split('\n')).toEqual([
    'validate license key ****-123456 (id): refused with EXPIRED',
    'passed   exists',
    'failed   not_expired  License key has expired.',
    `${' '.repeat(22)}Extend it.`,
  ]);
});

const field = (about: Partial<Field>): Field => ({ name: 'x', in: 'body', type: 'string', description: '', ...about });

test.each<[Partial<Field>, string | readonly string[], unknown]>([
  [{}, ' text ', 'text'],
  [{ nullable: true }, '', null],
  [{}, '', ''],
  [{ type: 'integer' }, '-3', -3],
  [{ type: 'number' }, '2.5', 2.5],
  [{ type: 'object' }, '{"a": 1}', { a: 1 }],
  [{ type: 'array', choices: ['a', 'b'] }, ['a,b'], ['a', 'b']],
  [{ type: 'array' }, ['a,b', 'c'], ['a,b', 'c']],
  [{ type: 'array', items: 'object' }, ['[{"a": 1}]'], [{ a: 1 }]],
  [{ type: 'array', items: 'object' }, ['{"a": 1}', '{}'], [{ a: 1 }, {}]],
  [{ type: 'array', nullable: true }, [''], null],
  [{ type: 'array', choices: ['a', 'b'] }, ['["a", "b"]'], ['a', 'b']],
  [{ type: 'array', choices: ['a', 'b'] }, ['[]'], []],
])('%j reads %j as %j', (about, given, value) => {
  expect(readValue(field(about), given, '--x')).toEqual({ value });
});

test.each<[Partial<Field>, string | readonly string[], string]>([
  [{ type: 'integer' }, '1.5', '--x must be a whole number.'],
  [{ type: 'integer' }, '', '--x must be a whole number.'],
  [{ type: 'number' }, 'many', '--x must be a number.'],
  [{ type: 'object' }, '[1]', '--x must be a JSON object.'],
  [{ type: 'object' }, 'secret', '--x must be a JSON object (SyntaxError).'],
  [{ type: 'array', items: 'object' }, ['[secret'], '--x must be a JSON list (SyntaxError).'],
  [{ choices: ['a', 'b'] }, 'c', '--x must be one of a, b, not c.'],
  [{ type: 'array', choices: ['a', 'b'] }, ['a,c'], '--x must be one of a, b, not c.'],
])('%j refuses %j', (about, given, problem) => {
  expect(readValue(field(about), given, '--x')).toEqual({ problem });
});
