import { applyChanges, isSameValue } from './apply-changes.ts';

interface Fields {
  name: string;
  notes: string | null;
  endsAt: Date | null;
}

const fields = (): Fields => ({ name: 'Ada', notes: 'old', endsAt: new Date(1000) });

test('assigns what is given and returns the fields that changed', () => {
  const target = fields();
  expect(applyChanges<Fields>(target, { name: 'Grace', notes: null })).toEqual(['name', 'notes']);
  expect(target).toEqual({ name: 'Grace', notes: null, endsAt: new Date(1000) });
});

test('leaves out what is undefined, and does not report equal values', () => {
  const target = fields();
  expect(applyChanges<Fields>(target, { name: undefined, notes: 'old', endsAt: new Date(1000) })).toEqual([]);
  expect(target).toEqual(fields());
});

test('compares dates by their time', () => {
  const target = fields();
  expect(applyChanges<Fields>(target, { endsAt: new Date(2000) })).toEqual(['endsAt']);
  expect(target.endsAt).toEqual(new Date(2000));
});

test('compares with the given function', () => {
  const target = fields();
  expect(applyChanges<Fields>(target, { name: 'ADA' }, (a, b) => `${a}`.toLowerCase() === `${b}`.toLowerCase())).toEqual([]);
  expect(target.name).toBe('Ada');
});

test.each<[unknown, unknown]>([
  [
    { a: 1, b: [{ c: null }] },
    { b: [{ c: null }], a: 1 },
  ],
  [[new Date(1)], [new Date(1)]],
  [{ a: 1, b: undefined }, { a: 1 }],
])('%j says the same as %j', (a, b) => {
  expect([isSameValue(a, b), isSameValue(b, a)]).toEqual([true, true]);
});

test.each<[unknown, unknown]>([
  [
    [1, 2],
    [2, 1],
  ],
  [[1], [1, undefined]],
  [[], {}],
  [{ a: null }, {}],
  [{ a: { b: 1 } }, { a: { b: '1' } }],
  [new Date(1), {}],
  [null, {}],
])('%j does not say the same as %j', (a, b) => {
  expect([isSameValue(a, b), isSameValue(b, a)]).toEqual([false, false]);
});
