import { changeOf, type Snapshot } from './audit-log.ts';

const state = (fields: Snapshot['fields'], isDeleted = false): Snapshot => ({
  type: 'thing',
  id: 'id',
  organizationId: 'organization',
  customerId: null,
  isDeleted,
  fields,
});

test('lists the fields whose values differ', () => {
  const before = state({ name: 'a', tags: ['x'], at: new Date(0), same: { deep: [1] } });
  const after = state({ name: 'b', tags: ['x', 'y'], at: new Date(1000), same: { deep: [1] } });
  expect(changeOf(before, after)).toMatchObject({
    action: 'updated',
    changes: {
      name: { before: 'a', after: 'b' },
      tags: { before: ['x'], after: ['x', 'y'] },
      at: { before: '1970-01-01T00:00:00.000Z', after: '1970-01-01T00:00:01.000Z' },
    },
  });
});

test('is nothing if nothing changed', () => {
  expect(changeOf(state({ name: 'a', at: new Date(0) }), state({ name: 'a', at: new Date(0) }))).toBeUndefined();
  expect(changeOf(undefined, undefined)).toBeUndefined();
});

test('tells that a secret changed, and nothing else of it', () => {
  const change = changeOf(
    state({ secret: Buffer.from('old'), other: null }),
    state({ secret: Buffer.from('new'), other: Buffer.from('x') }),
  );
  expect(change!.changes).toEqual({
    secret: { before: '********', after: '********' },
    other: { before: null, after: '********' },
  });
  expect(changeOf(state({ secret: Buffer.from('old') }), state({ secret: Buffer.from('old') }))).toBeUndefined();
});

test('is a deletion if the resource is gone or marked as deleted, once', () => {
  expect(changeOf(state({ name: 'a' }), undefined)).toMatchObject({
    action: 'deleted',
    changes: { name: { before: 'a', after: null } },
  });
  expect(changeOf(state({ name: 'a' }), state({ name: 'a' }, true))).toMatchObject({ action: 'deleted', changes: {} });
  expect(changeOf(state({ name: 'a' }, true), state({ name: 'a' }, true))).toBeUndefined();
});

test('a long value is cut without breaking a character', () => {
  const { after } = changeOf(undefined, state({ text: `${'a'.repeat(1_998)}\u{1F600}${'b'.repeat(100)}` }))!.changes.text!;
  expect([(after as string).length, (after as string).isWellFormed()]).toEqual([2_001, true]);
});
