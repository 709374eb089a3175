import { aggregatesOf, bypasses, openStates } from './aggregate-state.ts';
import { everything, layer, sourceOf, sources } from './sources.ts';

/** The contexts whose aggregates have yet to get a private state. */
const OPEN = new Set(['customer-portal', 'organizations']);

const domain = layer('domain');
const contextOf = (file: string): string => file.split('/')[1]!;
const aggregates = new Set(
  domain
    .filter(({ file }) => !OPEN.has(contextOf(file)))
    .flatMap(aggregatesOf)
    .map(({ name }) => name!.text),
);

test('nobody but an aggregate changes its state', () => {
  expect(aggregates.size).toBeGreaterThan(15);
  expect(domain.filter(({ file }) => !OPEN.has(contextOf(file))).flatMap(openStates)).toEqual([]);
  expect(sources(/^(apps|bench|libs|test)\//).flatMap((source) => bypasses(source, aggregates))).toEqual([]);
});

test('the contexts that are not done are listed, and no others', () => {
  const open = domain.filter((source) => openStates(source).length > 0).map(({ file }) => contextOf(file));
  expect([...new Set(open)].sort()).toEqual([...OPEN].sort());
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

test('an aggregate without a state, and ways past the compiler are recognized', () => {
  expect(openStates(sourceOf('seat.ts', 'class Seat extends AggregateRoot {}'))).toEqual(['seat.ts: Seat has no state']);
  const code = 'Object.assign(Object.create(Seat.prototype), row); Object.assign(found as Seat, row); Object.assign(row, other);';
  expect(bypasses(sourceOf('seats.ts', code), new Set(['Seat']))).toHaveLength(3);
  expect(everything().some(({ code: text }) => text.includes('AggregateRoot'))).toBe(true);
});
