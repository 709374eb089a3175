import { aCustomField } from '../../testing/custom-field.builder.ts';
import { pathsOf, errorsOf } from '../../testing/errors.ts';
import type { TypedFieldProperties } from './custom-field.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const pathsWith = (typedProperties: TypedFieldProperties) =>
  pathsOf(() => aCustomField().withProperties(typedProperties).build());

describe('a new custom field', () => {
  test.each(['vat', 'vat-id', 'vat_id', '0', '-', 'x'.repeat(255)])('accepts the slug %j', (slug) => {
    expect(pathsOf(() => aCustomField().called(slug).build())).toEqual([]);
  });

  test.each(['', 'VAT', 'vat id', 'ümlaut', 'a.b', 'x'.repeat(256)])('rejects the slug %j', (slug) => {
    expect(pathsOf(() => aCustomField().called(slug).build())).toEqual(['slug']);
  });

  test('has a name of up to 255 characters', () => {
    for (const name of ['x', '😀'.repeat(255)]) expect(pathsOf(() => aCustomField().called('vat', name).build())).toEqual([]);
    for (const name of ['', '😀'.repeat(256)]) {
      expect(pathsOf(() => aCustomField().called('vat', name).build())).toEqual(['name']);
    }
  });

  test.each(['number', 'date'] as const)('of type %s rejects a lower bound above the upper bound', (type) => {
    expect(pathsWith({ type, properties: {} })).toEqual([]);
    expect(pathsWith({ type, properties: { ge: 5, le: 5 } })).toEqual([]);
    expect(pathsWith({ type, properties: { ge: 6, le: 5 } })).toEqual(['properties.le']);
  });

  test('of type text rejects a minimum length above the maximum length', () => {
    expect(pathsWith({ type: 'text', properties: { minLength: 3, maxLength: 3 } })).toEqual([]);
    expect(pathsWith({ type: 'text', properties: { minLength: 4, maxLength: 3 } })).toEqual(['properties.maxLength']);
  });

  test('of type select requires an option', () => {
    expect(pathsWith({ type: 'select', properties: { options: [] } })).toEqual(['properties.options']);
  });
});

describe('an update', () => {
  test('replaces the properties as a whole and keeps other omitted fields', () => {
    const field = aCustomField()
      .called('vat', 'VAT')
      .withProperties({ type: 'text', properties: { minLength: 2, maxLength: 3 } })
      .build();
    field.update({ type: 'text', properties: { maxLength: 5 }, metadata: { a: 1 } });
    expect(field.snapshot).toMatchObject({ slug: 'vat', name: 'VAT', metadata: { a: 1 } });
    expect(field.snapshot.properties).toEqual({ maxLength: 5 });
  });

  test('cannot change the type', () => {
    const field = aCustomField().build();
    expect(errorsOf(() => field.update({ type: 'number', name: 'Other' }))).toEqual([
      { path: ['type'], message: 'Custom field type cannot be changed.', type: 'value_error', input: 'number' },
    ]);
    expect(field.snapshot.name).toBe('A field');
  });

  test('that is rejected changes nothing', () => {
    const field = aCustomField().build();
    const before = structuredClone(field.snapshot);
    expect(pathsOf(() => field.update({ type: 'text', slug: 'NO', name: '', metadata: { a: 1 } }))).toEqual(['slug', 'name']);
    expect(field.snapshot).toEqual(before);
  });
});

test('a deleted custom field stays deleted', () => {
  const field = aCustomField().build();
  field.delete(NOW);
  expect(field.snapshot.deletedAt).toBe(NOW);
});
