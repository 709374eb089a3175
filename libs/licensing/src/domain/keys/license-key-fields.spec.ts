import { aLicenseKey, NOW } from '../../../testing/license-key.builder.ts';
import { fieldsIn } from './license-key-fields.ts';

const PERSON = 'Jane Doe, +1 555 0100';

test.each(fieldsIn('remark'))('what a seller writes into %s is in the snapshot and in no event', (name) => {
  const key = aLicenseKey().build();
  key.update({ [name]: name === 'metadata' ? { contact: PERSON } : PERSON }, NOW);
  expect(JSON.stringify(key.snapshot)).toContain(PERSON);
  const events = key.pullEvents();
  expect(events).toMatchObject([{ payload: { changed: [name], changes: { [name]: { before: null, after: null } } } }]);
  expect(JSON.stringify(events)).not.toContain(PERSON);
});

test('a text about a person is in the audit log only if its field says so, and applications do not read it', () => {
  const remarks: readonly string[] = fieldsIn('remark');
  const those = (part: 'audit' | 'presented') => fieldsIn(part).filter((name) => remarks.includes(name));
  expect([those('audit').sort(), those('presented')]).toEqual([['metadata', 'notes'], []]);
});
