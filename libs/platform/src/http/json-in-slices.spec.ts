import fc from 'fast-check';
import { parseJsonInSlices, TooDeep } from './json-in-slices.ts';

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
    ['very deep nesting', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['deep nesting', `${'[{"a":'.repeat(400)}${MANY}${'}]'.repeat(400)}`],
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

test('a damaged text is valid exactly if JSON.parse accepts it', async () => {
  const sound = `{"a":${MANY.slice(0, 200_000).replace(/,[^,]*,[^,]*$/, '')}],"b":[[1,{"c":"d"}],${MANY.slice(0, 100_000).replace(/,[^,]*,[^,]*$/, '')}]]}`;
  const places = fc.nat({ max: sound.length - 1 });
  const damage = fc.constantFrom('', ',', '[', ']', '{', '}', '"', ':', '\\', ' ', '1', ',,', '[]', '{}');
  await fc.assert(
    fc.asyncProperty(places, fc.nat({ max: 3 }), damage, async (at, removed, added) => {
      const text = sound.slice(0, at) + added + sound.slice(at + removed);
      expect(JSON.stringify(await parseJsonInSlices(text))).toBe(JSON.stringify(native(text)));
    }),
    { numRuns: 150 },
  );
});

test('nesting has a maximum', async () => {
  await expect(parseJsonInSlices('['.repeat(2_000_000))).rejects.toBeInstanceOf(TooDeep);
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
