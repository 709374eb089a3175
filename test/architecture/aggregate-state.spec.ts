import { aggregatesOf, bypasses, openStates } from './aggregate-state.ts';
import { everything, layer, matches, sourceOf, sources } from './sources.ts';

const domain = layer('domain');
const aggregates = new Set(domain.flatMap(aggregatesOf).map(({ name }) => name!.text));

test('nobody but an aggregate changes its state', () => {
  expect(aggregates.size).toBeGreaterThan(30);
  expect(domain.flatMap(openStates)).toEqual([]);
  expect(sources(/^(apps|bench|libs|test)\//).flatMap((source) => bypasses(source, aggregates))).toEqual([]);
});

test('only those who store an aggregate read its state without a copy', () => {
  const stored = /\.stored\b(?!\()/;
  expect(matches([...domain, ...layer('commands')], stored)).toEqual([]);
  expect(matches([sourceOf('rename.ts', 'rename(seat.stored);')], stored)).toHaveLength(1);
});

test.each([
  ['a member that can be written', 'name = 1;', ['Seat.name is writable']],
  ['a setter', 'set name(name: string) {}', ['Seat.name is a setter']],
  ['a public constructor', 'constructor(state: State) { super(state); }', ['the constructor of Seat is public']],
  ['a state of its own', 'private readonly parts = 1; get name() { return this.state.name; }', []],
])('%s is recognized', (_, member, problems) => {
  const source = sourceOf('seat.ts', `class Seat extends AggregateRoot<State> { ${member} }`);
  expect(openStates(source)).toEqual(problems.map((problem) => `seat.ts: ${problem}`));
});

test('a part that can be written is recognized', () => {
  const code = 'class Seat { constructor(public status: string, readonly id: string, private state: State) {} }';
  expect(openStates(sourceOf('seat.ts', code))).toEqual(['seat.ts: Seat.status is writable']);
});

test('ways past the compiler are recognized', () => {
  const code = 'Object.assign(Object.create(Seat.prototype), row); Object.assign(found as Seat, row); Object.assign(row, other);';
  expect(bypasses(sourceOf('seats.ts', code), new Set(['Seat']))).toHaveLength(3);
  expect(everything().some(({ code: text }) => text.includes('AggregateRoot'))).toBe(true);
});
