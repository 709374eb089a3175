import { newId, ResourceNotFound } from '#kernel';
import type { CustomField, TypedFieldProperties } from '../src/domain/custom-field.ts';
import type { CustomFields } from '../src/domain/custom-fields.ts';
import { ORGANIZATION, OTHER_ORGANIZATION } from './benefit.builder.ts';
import { aCustomField } from './custom-field.builder.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const OURS = [ORGANIZATION];
const TAKEN = { errors: [{ path: ['slug'], message: 'Custom field with this slug already exists.' }] };

const OF_EACH_TYPE: TypedFieldProperties[] = [
  { type: 'text', properties: { formLabel: 'VAT', textarea: false, minLength: 2, maxLength: 20 } },
  { type: 'number', properties: { ge: -5, le: 5 } },
  { type: 'date', properties: { formHelpText: 'When?', le: 0 } },
  { type: 'checkbox', properties: { formPlaceholder: 'Yes' } },
  { type: 'select', properties: { options: [{ value: 'camelCase', label: 'snake_case' }] } },
];

/** The contract of every implementation of the port, for custom fields. */
export function customFieldsContract(
  storage: string,
  open: () => Promise<{ customFields: CustomFields; close: () => Promise<void> }>,
): void {
  describe(`custom fields in ${storage}`, () => {
    let customFields: CustomFields;
    let close: () => Promise<void>;
    beforeAll(async () => {
      ({ customFields, close } = await open());
    });
    afterAll(() => close());

    const stored = async (builder = aCustomField()): Promise<string> => {
      const field = builder.build();
      await customFields.add(field);
      return field.id;
    };
    const change = (id: string, by: (field: CustomField) => void) => customFields.change({ id, organizations: OURS }, by);
    const found = (id: string, organizations: readonly string[] = OURS) =>
      customFields.change({ id, organizations }, ({ snapshot }) => snapshot);

    test.each(OF_EACH_TYPE)('a field of type $type is stored as it is', async (asked) => {
      expect(await found(await stored(aCustomField().withProperties(asked)))).toMatchObject(asked);
    });

    test('a change is visible to the next change', async () => {
      const id = await stored();
      await change(id, (field) => field.update({ type: 'text', name: 'Another', properties: { maxLength: 5 } }));
      expect(await found(id)).toMatchObject({ name: 'Another', properties: { maxLength: 5 } });
    });

    test('a slug is free in another organization, and once its field is deleted', async () => {
      const id = await stored(aCustomField().called('vat'));
      await expect(stored(aCustomField().called('vat'))).rejects.toMatchObject(TAKEN);
      await stored(aCustomField().called('vat').of(OTHER_ORGANIZATION));
      await change(id, (field) => field.delete(NOW));
      await stored(aCustomField().called('vat'));
    });

    test('a slug cannot be changed to one that is taken', async () => {
      await stored(aCustomField().called('taken'));
      const id = await stored(aCustomField().called('own'));
      await expect(change(id, (field) => field.update({ type: 'text', slug: 'taken' }))).rejects.toMatchObject(TAKEN);
      await change(id, (field) => field.update({ type: 'text', slug: 'own', name: 'Same slug' }));
      expect(await found(id)).toMatchObject({ slug: 'own', name: 'Same slug' });
    });

    test('of ten concurrent additions with the same slug, one succeeds', async () => {
      const additions = Array.from({ length: 10 }, () => stored(aCustomField().called('wanted')));
      const outcomes = await Promise.allSettled(additions);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    test('unknown, foreign and deleted fields are not found', async () => {
      const foreign = await stored(aCustomField().of(OTHER_ORGANIZATION));
      const deleted = await stored();
      await change(deleted, (field) => field.delete(NOW));
      for (const id of [newId(), foreign, deleted]) await expect(found(id)).rejects.toThrow(ResourceNotFound);
      expect((await found(foreign, [OTHER_ORGANIZATION])).id).toBe(foreign);
    });
  });
}
