import { problemsOfMcp } from './fuzzed-mcp.ts';

const problemsOf = (status: number, body: object): string[] =>
  problemsOfMcp({ status, headers: {}, text: JSON.stringify(body), body });
const saying = (error: string): object => ({
  result: { content: [{ type: 'text', text: JSON.stringify({ error }) }], isError: true },
});

test.each<[string, object, string[]]>([
  ['the operation of a tool failed', saying('The service responded with 503: No.'), ['The service responded with 503']],
  ['nobody thought of what was sent', { error: { code: -32_603, message: 'x' } }, ['responded with an internal error']],
  ['an operation that was refused', saying('The service responded with 422: email: No.'), []],
  ['an unknown method', { error: { code: -32_601, message: 'Method not found' } }, []],
  ['a result', { result: {} }, []],
])('%s', (_what, body, problems) => {
  expect(problemsOf(200, body)).toEqual(problems);
});
