import fc from 'fast-check';
import { type Counter, Counters, settling } from '../../testing/counters.ts';

const lostConnection = (): Error => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
const refused = (): Error => Object.assign(new Error('value too long'), { code: '22001' });
const tooMuch = (changed: readonly Counter[]): Error | undefined =>
  changed.some(({ value }) => value >= 100) ? refused() : undefined;

const outcomesOf = async (calls: Promise<number>[]): Promise<(number | string)[]> =>
  (await Promise.allSettled(calls)).map((each) => (each.status === 'fulfilled' ? each.value : each.reason.message));

describe('a write that the database refuses', () => {
  test('hurts only the guilty caller: the batch is tried again one by one', async () => {
    const counters = new Counters({ write: tooMuch });
    const calls = [counters.add('a'), counters.add('b', 100), counters.add('c'), counters.add('a')];
    expect(await outcomesOf(calls)).toEqual([1, 'value too long', 1, 2]);
    expect([...counters.stored.values()]).toEqual([2, 0, 1]);
    expect(counters.diary.filter((line) => line.startsWith('begin'))).toEqual(
      ['abca', 'a', 'b', 'c', 'a'].map((wishes) => `begin ${wishes}`),
    );
  });

  test('hurts only the guilty caller on one and the same row', async () => {
    const counters = new Counters({ write: tooMuch });
    expect(await outcomesOf([counters.add('a'), counters.add('a', 100), counters.add('a')])).toEqual([1, 'value too long', 2]);
  });

  test('of one caller is not tried again', async () => {
    const counters = new Counters({ write: tooMuch });
    await expect(counters.add('a', 100)).rejects.toThrow('value too long');
    expect(counters.diary).toEqual(['begin a', 'commit a']);
  });

  test('does not hold up what arrives meanwhile', async () => {
    const counters = new Counters({ write: tooMuch });
    const batch = [counters.add('a', 100), counters.add('b')];
    await new Promise(setImmediate);
    expect(await outcomesOf([...batch, counters.add('b')])).toEqual(['value too long', 1, 2]);
  });
});

describe('a lost connection', () => {
  test('at the commit is told to the whole batch, and nothing is tried again', async () => {
    let lost = true;
    const counters = new Counters({ write: () => (lost ? lostConnection() : undefined) });
    expect(await outcomesOf([counters.add('a'), counters.add('b')])).toEqual(['read ECONNRESET', 'read ECONNRESET']);
    expect(counters.diary).toEqual(['begin ab', 'commit ab']);
    lost = false;
    expect(await counters.add('a')).toBe(1);
  });

  test('at the beginning is told to the whole batch, and nothing is tried again', async () => {
    const counters = new Counters({ begin: lostConnection });
    expect(await outcomesOf([counters.add('a'), counters.add('b')])).toEqual(['read ECONNRESET', 'read ECONNRESET']);
    expect(counters.diary).toEqual(['begin ab']);
  });

  test('in the middle of a retry is told to the one whose turn it was', async () => {
    let writes = 0;
    const counters = new Counters({ write: () => [refused, lostConnection, () => undefined][writes++]!() });
    expect(await outcomesOf([counters.add('a'), counters.add('b')])).toEqual(['read ECONNRESET', 1]);
    expect([...counters.stored.values()]).toEqual([0, 1, 0]);
  });
});

describe('a beginning that fails', () => {
  test('for one wish hurts only its caller', async () => {
    const counters = new Counters({ begin: (wishes) => (wishes.includes('b') ? new Error('unreadable') : undefined) });
    expect(await outcomesOf([counters.add('a'), counters.add('b'), counters.add('c')])).toEqual([1, 'unreadable', 1]);
  });

  test('for everyone is told to everyone, and does not outlast its cause', async () => {
    let broken = true;
    const counters = new Counters({ begin: () => (broken ? new Error('unreadable') : undefined) });
    expect(await outcomesOf([counters.add('a'), counters.add('b')])).toEqual(['unreadable', 'unreadable']);
    broken = false;
    expect(await counters.add('a')).toBe(1);
  });
});

test('a rollback that fails is told to those who were refused', async () => {
  const counters = new Counters({ rollback: lostConnection });
  const refusal = (): never => {
    throw new RangeError('no');
  };
  expect(await outcomesOf([counters.change('a', refusal), counters.change('b', refusal)])).toEqual([
    'read ECONNRESET',
    'read ECONNRESET',
  ]);
});

test('whatever goes wrong, nobody is left hanging and what was answered is stored, once', async () => {
  const call = fc.record({
    name: fc.constantFrom('a', 'b', 'c', 'nowhere'),
    amount: fc.constantFrom(1, 2, 3, 1000),
    turn: fc.nat(3),
  });
  const faults = fc.infiniteStream(fc.constantFrom(undefined, undefined, undefined, refused, lostConnection));
  await fc.assert(
    fc.asyncProperty(
      fc.array(call, { minLength: 1, maxLength: 30 }),
      faults,
      fc.integer({ min: 1, max: 5 }),
      async (calls, fault, largest) => {
        const counters = new Counters({ write: (changed) => tooMuch(changed) ?? fault.next().value?.() }, largest);
        const expected = new Map([...counters.stored.keys()].map((name) => [name, 0]));
        const answered = calls.map(async ({ name, amount, turn }) => {
          for (let waited = 0; waited < turn; waited++) await settling();
          await counters.add(name, amount);
          expected.set(name, expected.get(name)! + amount);
        });
        await Promise.allSettled(answered);
        expect(counters.stored).toEqual(expected);
      },
    ),
  );
});
