import { ValidationFailed } from '#kernel';
import { type EndpointHeader, type GivenHeader, headersFrom } from './endpoint-headers.ts';

const header = (name: string, value: string | null = 'x', isSecret = false): GivenHeader => ({ name, value, isSecret });

function problemsOf(given: readonly GivenHeader[], former: readonly EndpointHeader[] = []): string[] {
  try {
    headersFrom(given, former);
    return [];
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    return error.errors.map(({ path }) => path.join('.'));
  }
}

test.each([
  ['Content-Type', 'x'],
  ['host', 'x'],
  ['Webhook-Id', 'x'],
  ['CE-Type', 'x'],
  ['Transfer-Encoding', 'chunked'],
  ['a b', 'x'],
  ['', 'x'],
  ['Ümlaut', 'x'],
])('%j is no name of a header of an endpoint', (name, value) => {
  expect(problemsOf([header(name, value)])).toEqual(['headers.0.name']);
});

test.each(['', ' x', 'x ', 'a\r\nHost: b', 'ü', 'a\u0000'])('%j is no value', (value) => {
  expect(problemsOf([header('Authorization', value)])).toEqual(['headers.0.value']);
});

test('all problems are reported, repetitions in any case too', () => {
  expect(problemsOf([header('X-A'), header('x-a'), header('X-B', null)])).toEqual(['headers.1.name', 'headers.2.value']);
});

test('a value that is not sent is kept', () => {
  const former = [{ name: 'Authorization', value: 'Bearer 1', isSecret: true }];
  expect(headersFrom([header('authorization', null, true), header('X-Team', 'a b')], former)).toEqual([
    { name: 'authorization', value: 'Bearer 1', isSecret: true },
    { name: 'X-Team', value: 'a b', isSecret: false },
  ]);
});

test('a secret value that is kept stays secret', () => {
  const former = [
    { name: 'Authorization', value: 'Bearer 1', isSecret: true },
    { name: 'X-Team', value: 'a', isSecret: false },
  ];
  expect(problemsOf([header('Authorization', null), header('X-Team', null, true)], former)).toEqual(['headers.0.value']);
  expect(headersFrom([header('Authorization', 'Bearer 2')], former)).toEqual([
    { name: 'Authorization', value: 'Bearer 2', isSecret: false },
  ]);
});
