import { BENEFIT_KINDS } from '../../apps/web/console/benefits/benefit-kinds.ts';
import { countersByName } from '../../apps/web/console/benefits/key-properties.ts';
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

test('counters of a form are sent by their names, with the rules that are filled in', () => {
  const form = formOf({
    'properties.policy.counters.0.name': 'exports',
    'properties.policy.counters.0.limit': '10',
    'properties.policy.counters.0.rollover': '',
    'properties.policy.counters.2.name': 'pages',
    'properties.policy.usage_period.every': 'month',
  });
  const properties = nestedIn(form, 'properties', BENEFIT_KINDS, 'No number');
  expect(countersByName(properties)).toEqual({
    policy: { counters: { exports: { limit: 10 }, pages: {} }, usage_period: { every: 'month' } },
  });
  expect(countersByName({ prefix: 'ACME' })).toEqual({ prefix: 'ACME' });
});
