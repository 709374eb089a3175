import { toSnakeCase } from '#support/texts';
import { fieldsIn } from '../src/domain/keys/license-key-fields.ts';
import { LicenseKeyView, PublicLicenseKeyView } from '../src/queries/license-key.view.ts';

const remarks = fieldsIn('remark').map(toSnakeCase);

test('a seller sees every remark that it writes, and applications see none', () => {
  expect(remarks).toContain('notes');
  expect(remarks.filter((name) => !(name in LicenseKeyView.fields))).toEqual([]);
  expect(remarks.filter((name) => name in PublicLicenseKeyView.fields)).toEqual([]);
});
