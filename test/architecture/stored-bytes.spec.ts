import { production } from './sources.ts';

/** The sources of scripts that the policies of this text allow, other than by a nonce or a hash. */
const otherScriptSources = (code: string): readonly string[] =>
  [...code.matchAll(/script-src(?:-elem|-attr)?\s+([^;"`]*)/g)]
    .flatMap(([, sources]) => sources!.trim().split(/\s+/))
    .filter((source) => !/^'(nonce|sha256)-\$\{[\w.]+\}'$/.test(source));

/** Whether the text lets browsers show a response in place of saving it. */
const showsInline = (code: string): boolean => /["'`]inline\b/.test(code);

/** Rows as lines of JSON or CSV, in place of bytes that were stored. */
const OF_ROWS = /\bstreamed(Lines|Export)\(/;

test('no policy of a page allows scripts of an origin: files of sellers are on ours', () => {
  const policies = production().filter(({ code }) => code.includes('script-src'));
  expect(policies.length).toBeGreaterThanOrEqual(2);
  for (const { file, code } of policies) expect([file, otherScriptSources(code)]).toEqual([file, []]);
});

test.each([
  `"script-src 'self'"`,
  "`script-src 'nonce-${nonce}' https://cdn.example`",
  "`script-src 'unsafe-inline'`",
  '`script-src *`',
])('a policy with other sources is found: %s', (code) => expect(otherScriptSources(code)).not.toEqual([]));

test('only what sends stored bytes decides that they are shown', () => {
  const files = production().filter(({ code }) => /content-?disposition/i.test(code) && showsInline(code));
  expect(files.map(({ file }) => file)).toEqual(['libs/platform/src/http/content-response.ts']);
  expect(showsInline("contentDisposition('inline', name)")).toBe(true);
});

test('every controller that sends a stream sends stored bytes with their policy, or rows', () => {
  const controllers = production().filter(
    ({ file, code }) => file.endsWith('.controller.ts') && /\b(ReadableStream|StreamableFile)\b/.test(code),
  );
  expect(controllers.length).toBeGreaterThanOrEqual(4);
  const others = controllers.filter(({ code }) => !code.includes('new ContentResponse(') && !OF_ROWS.test(code));
  expect(others.map(({ file }) => file)).toEqual([]);
});
