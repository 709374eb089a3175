import { ofOneOrganization } from './one-organization.ts';

const [ORGANIZATION, OTHER] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
const TEXT = 'select k.id from unnest($1::uuid[], $2::uuid[]) as w (organization_id, id) join keys k on k.id = w.id';
const SCALAR =
  'select k.id from (select $1::uuid as organization_id, id from unnest($2::uuid[]) as w (id)) as w join keys k on k.id = w.id';

test.each([
  ['an array', [ORGANIZATION, ORGANIZATION]],
  ['the text of one', `{${ORGANIZATION},${ORGANIZATION}}`],
  ['the text of one with quotes', `{"${ORGANIZATION}"}`],
])('%s of one organization becomes a scalar, and the statement has no name', (_name, organizations) => {
  const ids = ['a', 'b'];
  const statement = ofOneOrganization({ name: 'keys', text: TEXT, values: [organizations, ids] });
  expect(statement).toEqual({ name: undefined, text: SCALAR, values: [ORGANIZATION, ids] });
});

test('no rows are of no organization', () => {
  const nobody = '00000000-0000-0000-0000-000000000000';
  expect(ofOneOrganization({ text: TEXT, values: [[], []] })).toMatchObject({ text: SCALAR, values: [nobody, []] });
});

test('columns keep their order, on several lines and with ordinality', () => {
  const text = 'insert into t select * from unnest($1::int[], $2::uuid[])\n  with ordinality\n  as w (n, organization_id, nth)';
  const scalar =
    'insert into t select * from (select n, $2::uuid as organization_id, nth from unnest($1::int[])\n  with ordinality as w (n, nth)) as w';
  expect(ofOneOrganization({ text, values: [[1], [ORGANIZATION]] }).text).toBe(scalar);
});

test('a column of its own is a row of its own', () => {
  const text = 'select from unnest($1::uuid[]) as o (organization_id) cross join lateral (select 1) as k';
  expect(ofOneOrganization({ text, values: [[ORGANIZATION]] }).text).toBe(
    'select from (select $1::uuid as organization_id) as o cross join lateral (select 1) as k',
  );
});

test.each([
  [
    'of several organizations',
    TEXT,
    [
      [ORGANIZATION, OTHER],
      ['a', 'b'],
    ],
  ],
  ['that uses the array elsewhere', `${TEXT} where k.organization_id = any($1::uuid[])`, [[ORGANIZATION], ['a']]],
  ['without organizations', 'select * from unnest($1::uuid[]) as w (id)', [[ORGANIZATION]]],
  [
    'with the same organization in several rows',
    'select * from unnest($1::uuid[]) as o (organization_id)',
    [[ORGANIZATION, ORGANIZATION]],
  ],
  ['without values', 'select 1', undefined],
])('a statement %s stays as it is', (_name, text, values) => {
  const statement = { text, values };
  expect(ofOneOrganization(statement)).toBe(statement);
});
