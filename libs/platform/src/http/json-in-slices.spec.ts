import fc from 'fast-check';
import { TooMuchJson } from '#support/json';
import { JsonReader } from './json-in-slices.ts';

/** In parts of 64 KiB, as they arrive, or of other sizes. */
async function parseJsonInSlices(text: string, size = 64 * 1024, slice?: number): Promise<unknown> {
  const reader = new JsonReader(slice);
  for (let from = 0; from < text.length; from += size) await reader.add(text.slice(from, from + size));
  return reader.end();
}

const LONG = 'x'.repeat(100_000);
const MANY = JSON.stringify(Array.from({ length: 30_000 }, (_, index) => ({ index, 'te"xt': '\\' })));

const native = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** `JSON.stringify` without a limit of nesting; `__proto__` is a name like any other. */
function asText(value: unknown): string {
  const parts: string[] = [];
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    if (Array.isArray(next)) {
      parts.push(`[${next.length}`);
      rest.push(...next);
    } else if (typeof next === 'object' && next !== null) {
      const entries = Object.entries(next);
      parts.push(`{${entries.map(([key]) => JSON.stringify(key)).join()}`);
      rest.push(...entries.map(([, each]) => each));
    } else parts.push(JSON.stringify(next));
  }
  return parts.join();
}

describe('a long text is read as JSON.parse reads it', () => {
  test.each([
    ['a list', MANY],
    ['lists in an object', `{"a":${MANY},"b":${MANY},"c":[]}`],
    ['blanks everywhere', ` \n[ ${MANY} , { "a" : ${MANY} } ,\t[ ${MANY} ] ] \r\n`],
    ['long strings', `{"${LONG}":"${LONG}","a":["${LONG}\\"","${LONG}\\\\"]}`],
    ['a long string alone', `"${LONG}"`],
    ['repeated and odd names', `{"1":1,"b":${MANY},"__proto__":${MANY},"b":2,"0":{"__proto__":${MANY}},"a":"${LONG}","1":2}`],
    ['deep nesting', `${'[{"a":'.repeat(127)}${MANY}${'}]'.repeat(127)}`],
  ])('%s', async (_, text) => {
    expect(asText(await parseJsonInSlices(text))).toBe(asText(native(text)));
  });
});

test.each([
  ['nothing', ''],
  ['an end that is missing', MANY.slice(0, -1)],
  ['a comma too many at the end', `${MANY.slice(0, -1)},]`],
  ['a comma too many at the end of an object', `{"a":${MANY},}`],
  ['a comma too many at the beginning', `[,${MANY}]`],
  ['two commas', `[${MANY},,${MANY}]`],
  ['a comma that is missing', `[${MANY}${MANY}]`],
  ['a comma that is missing before a short value', `[${MANY} 1]`],
  ['a name that is missing', `{${MANY}}`],
  ['a colon that is missing', `{"a"${MANY}}`],
  ['a value between the colon and the list', `{"a":1${MANY}}`],
  ['a sign between the colon and the list', `{"a":-${MANY}}`],
  ['a name in a list', `["a":${MANY}]`],
  ['another closing bracket', `${MANY.slice(0, -1)}}`],
  ['another closing bracket inside', `[${MANY.slice(0, -1)}},1]`],
  ['something after the end', `${MANY}]`],
  ['a string without an end', `["${LONG}]`],
])('%s is not valid', async (_, text) => {
  expect(native(text)).toBeUndefined();
  expect(await parseJsonInSlices(text)).toBeUndefined();
});

const DAMAGE = ['', ',', '[', ']', '{', '}', '"', ':', '\\', ' ', '1', ',,', '[]', '{}', 'null', '\u{feff}'];

test('a damaged text is valid exactly if JSON.parse accepts it', async () => {
  const sound = `{"a":${MANY.slice(0, 200_000).replace(/,[^,]*,[^,]*$/, '')}],"b":[[1,{"c":"d"}],${MANY.slice(0, 100_000).replace(/,[^,]*,[^,]*$/, '')}]]}`;
  const places = fc.nat({ max: sound.length - 1 });
  await fc.assert(
    fc.asyncProperty(places, fc.nat({ max: 3 }), fc.constantFrom(...DAMAGE), async (at, removed, added) => {
      const text = sound.slice(0, at) + added + sound.slice(at + removed);
      expect(JSON.stringify(await parseJsonInSlices(text))).toBe(JSON.stringify(native(text)));
    }),
    { numRuns: 150 },
  );
});

test('any text, in parts and slices of any size, sound or damaged', async () => {
  const names = fc.oneof(fc.constantFrom('__proto__', 'a', '1', '0', '"\\', ''), fc.string({ unit: 'grapheme' }));
  const values = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.string({ unit: 'binary' }), fc.constantFrom(null, true)),
      fc.array(tie('value')),
      // Names may be repeated.
      fc.array(fc.tuple(names, tie('value'))).map((members) => ({ members })),
    ),
  })).value;
  const blanks = fc.array(fc.constantFrom('', ' ', '\n\t\r '), { minLength: 1, maxLength: 4 });
  const damages = fc.option(fc.tuple(fc.nat(), fc.nat({ max: 2 }), fc.constantFrom(...DAMAGE)));
  const sizes = fc.integer({ min: 1, max: 20 });
  await fc.assert(
    fc.asyncProperty(values, blanks, damages, sizes, sizes, async (value, blank, damage, part, slice) => {
      let count = 0;
      const gap = (): string => blank[count++ % blank.length]!;
      const write = (each: unknown): string => {
        if (Array.isArray(each)) return `[${gap()}${each.map(write).join(`${gap()},${gap()}`)}]`;
        if (typeof each !== 'object' || each === null) return JSON.stringify(each);
        const { members } = each as { members: [string, unknown][] };
        return `{${gap()}${members.map(([name, of]) => `${JSON.stringify(name)}${gap()}:${gap()}${write(of)}`).join(`,${gap()}`)}}`;
      };
      let text = `${gap()}${write(value)}${gap()}`;
      if (damage) {
        const at = damage[0] % (text.length + 1);
        text = text.slice(0, at) + damage[2] + text.slice(at + damage[1]);
      }
      expect(asText(await parseJsonInSlices(text, part, slice))).toBe(asText(native(text)));
    }),
    { numRuns: 2_000 },
  );
});

test('a text has a maximum', async () => {
  const text = `["${'x'.repeat(1_300_000)}"]`;
  await expect(parseJsonInSlices(text)).rejects.toEqual(new TooMuchJson('JSON has a value of more than 1048576 characters'));
});

test('others get their turn in between', async () => {
  let turns = 0;
  let isParsing = true;
  const count = (): void => {
    turns += 1;
    if (isParsing) setImmediate(count);
  };
  setImmediate(count);
  await parseJsonInSlices(`[${Array.from({ length: 10 }, () => MANY).join()}]`);
  isParsing = false;
  expect(turns).toBeGreaterThan(5);
});
