import ts from 'typescript';
import { REQUEST_HEADERS } from '#platform/http/composition';
import { headerReads } from './header-reads.ts';
import { sources } from './sources.ts';

/** Names that are computed, and from what. */
const COMPUTED = [
  // From the same table.
  'libs/platform/src/http/request-headers.ts: [name]',
  // Those that an operation declares as its input.
  'libs/platform/src/http/request.ts: fields',
  'libs/platform/src/http/request.ts: [name]',
];

/** Where requests are read. Other folders read responses. */
const READERS =
  /^(apps\/api|libs\/platform\/src\/(auth|http)|libs\/[^/]+\/src\/adapters\/(http|openid|providers))\/(?!.*\.spec\.ts$)/;

test('every header that is read is in the table of request headers, which says whether it changes a stored or signed answer', () => {
  const reads = sources(READERS).flatMap((source) =>
    headerReads(source).map((name) => [name, `${source.file}: ${name}`] as const),
  );
  const unknown = reads.filter(([name]) => !(name in REQUEST_HEADERS)).map(([, place]) => place);
  expect([...new Set(unknown)]).toEqual(COMPUTED);
  expect(reads.length).toBeGreaterThan(40);
});

test('the rule finds every way to read a header', () => {
  const text = `
    const HEADER = 'by-constant';
    read(request.headers['by-text'], headers[HEADER], raw.headers.property?.trim(), headers[name]);
    const { bound, 'bound-by-text': other, [HEADER]: third } = request.headers;
    definition.headers.read(request.headers);
  `;
  const tree = ts.createSourceFile('planted.ts', text, ts.ScriptTarget.Latest, true);
  const found = headerReads({ file: 'planted.ts', text, code: text, tree });
  expect(found.toSorted()).toEqual(
    ['[name]', 'bound', 'bound-by-text', 'by-constant', 'by-constant', 'by-text', 'property'].toSorted(),
  );
});
