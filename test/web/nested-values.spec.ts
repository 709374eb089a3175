import { nestedIn, unitNameOf } from '../../apps/web/console/nested-values.ts';

const formOf = (fields: Readonly<Record<string, string>>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};
const KINDS = {
  limit: 'number',
  'offline.lease_seconds': 'duration',
  'classes.*.limit': 'number',
  'admin.on': 'boolean',
  days: 'numbers',
  none: 'numbers',
} as const;

test('reads fields by their paths, and leaves out what is empty', () => {
  const form = formOf({
    description: 'of another part',
    'properties.prefix': ' ACME ',
    'properties.note': '  ',
    'properties.limit': '3',
    'properties.admin.on': 'false',
    'properties.offline.lease_seconds': '2',
    [unitNameOf('properties.offline.lease_seconds')]: '86400',
    'properties.classes.0.class': 'desktop',
    'properties.classes.0.limit': '2',
    'properties.ids.0': 'a',
    'properties.days': '30, 7,1',
    'properties.none': '-',
  });
  expect(nestedIn(form, 'properties', KINDS, 'No number')).toEqual({
    days: [30, 7, 1],
    none: [],
    prefix: 'ACME',
    limit: 3,
    admin: { on: false },
    offline: { lease_seconds: 172_800 },
    classes: [{ class: 'desktop', limit: 2 }],
    ids: ['a'],
  });
});

const saying = (field: string) =>
  expect.objectContaining({ status: 422, fields: { [field]: expect.objectContaining({ msg: 'No number' }) } });

test.each(['three', '-1', '1.5'])('%s is a problem of its field', (text) => {
  const read = () => nestedIn(formOf({ 'properties.limit': text }), 'properties', KINDS, 'No number');
  expect(read).toThrow(saying('properties.limit'));
});

test('a list with a text that is no number is a problem of its field', () => {
  const read = () => nestedIn(formOf({ 'properties.days': '30, x' }), 'properties', KINDS, 'No number');
  expect(read).toThrow(saying('properties.days'));
});
