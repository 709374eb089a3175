import { country } from './address.ts';
import { described, describeFields, describeResource } from './descriptions.ts';
import { withDefault, list, nullable, object, optional } from './composite.ts';
import type { Field } from './field.ts';
import { integer } from './number.ts';
import { literal, oneOf, text } from './text.ts';

const schemaOf = (field: Field<unknown>, target = 'draft-2020-12') => field['~standard'].jsonSchema.input({ target });

describe('a field is a Standard Schema', () => {
  const field = object({ tags: list(text({ min: 1 })), limit: optional(nullable(integer({ ge: 1 }))) });

  test('has version 1 and a vendor', () => {
    expect(field['~standard']).toMatchObject({ version: 1, vendor: 'latchkey' });
  });

  test('returns the value, or issues with messages and paths', () => {
    expect(field['~standard'].validate({ tags: ['a'], limit: '2' })).toEqual({ value: { tags: ['a'], limit: 2 } });
    expect(field['~standard'].validate({ tags: ['a', ''], limit: 0 })).toEqual({
      issues: [
        { message: 'String should have at least 1 character', path: ['tags', 1] },
        { message: 'Input should be greater than or equal to 1', path: ['limit'] },
      ],
    });
  });

  test('treats undefined as missing', () => {
    expect(optional(text())['~standard'].validate(undefined)).toEqual({ value: undefined });
    expect(withDefault(text(), () => 'a')['~standard'].validate(undefined)).toEqual({ value: 'a' });
    expect(text()['~standard'].validate(undefined)).toEqual({
      issues: [{ message: 'Input should be a valid string', path: [] }],
    });
  });

  test('is still one with a description, which changes nothing else', () => {
    const plain = optional(text({ max: 3 }));
    const name = described(plain, 'A name.');
    expect([name.optional, name.read]).toEqual([true, plain.read]);
    expect(name['~standard'].validate('long')).toHaveProperty('issues');
    expect(schemaOf(name)).toEqual({ type: 'string', maxLength: 3, description: 'A name.' });
  });
});

describe('its JSON Schema', () => {
  const inner = object({ kind: literal('a'), code: country() }, 'Inner');
  const outer = object({ inner, other: nullable(inner), kinds: list(oneOf(['x', 'y'])) }, 'Outer');

  test('has named schemas as definitions', () => {
    const { $ref, $defs } = schemaOf(outer) as { $ref: string; $defs: Record<string, unknown> };
    expect([$ref, Object.keys($defs).sort()]).toEqual(['#/$defs/Outer', ['CountryAlpha2', 'Inner', 'Outer']]);
    expect($defs['Inner']).toEqual({
      type: 'object',
      properties: { kind: { type: 'string', const: 'a' }, code: { $ref: '#/$defs/CountryAlpha2' } },
      required: ['kind', 'code'],
    });
  });

  test('can be that of OpenAPI 3.0', () => {
    const { $defs } = schemaOf(outer, 'openapi-3.0') as { $defs: Record<string, { properties: object }> };
    expect($defs['Outer']!.properties).toEqual({
      inner: { $ref: '#/$defs/Inner' },
      other: { anyOf: [{ $ref: '#/$defs/Inner' }], nullable: true },
      kinds: { type: 'array', items: { type: 'string', enum: ['x', 'y'] } },
    });
    expect($defs['Inner']!.properties).toMatchObject({ kind: { type: 'string', enum: ['a'] } });
  });

  test('throws for other targets', () => {
    expect(() => schemaOf(text(), 'draft-07')).toThrow('JSON Schema target draft-07 is not supported');
  });
});

test('a table describes the fields of an object, named schemas beside their reference', () => {
  const { id, code } = describeFields(
    { id: text(), code: country() },
    { ...describeResource('thing'), code: { text: 'Where it is.', example: 'DE' } },
  );
  expect(id.schema).toEqual({ type: 'string', description: 'The ID of the thing.' });
  expect(code.schema).toEqual({ allOf: [country().schema], description: 'Where it is.', examples: ['DE'] });
});
