import { newId, secretBytes, SeededRandomness, withRandomness } from './index.ts';

const SEED = Buffer.alloc(32, 1);
const UUID4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const drawnWith = <T>(seed: Buffer, draw: () => T): T => withRandomness(new SeededRandomness(seed), draw);

test('with the same seed the same values are drawn; with another one, and without, others', () => {
  const draw = () => [newId('order'), newId('order'), secretBytes('token', 32).toString('hex')];
  const [first, second] = [drawnWith(SEED, draw), drawnWith(SEED, draw)];
  expect(second).toEqual(first);
  const all = [...first, ...drawnWith(Buffer.alloc(32, 2), draw), ...draw(), ...draw()];
  expect(new Set(all).size).toBe(all.length);
});

test('values of one kind do not depend on those of another', () => {
  const [order] = drawnWith(SEED, () => [newId('order')]);
  expect(drawnWith(SEED, () => (newId('customer'), newId('order')))).toBe(order);
});

test('values of a part do not depend on what is drawn elsewhere', () => {
  const ofPart = (before: number): string => {
    const whole = new SeededRandomness(SEED);
    for (let n = 0; n < before; n++) whole.draw('id', 16);
    return whole.part('step').draw('id', 16).toString('hex');
  };
  expect(ofPart(0)).toBe(ofPart(3));
});

test('ids are UUIDs of version 4', () => {
  for (let n = 0; n < 200; n++) {
    expect(newId()).toMatch(UUID4);
    expect(drawnWith(Buffer.alloc(32, n), () => newId('order'))).toMatch(UUID4);
  }
});
