import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

/**
 * Writes `docs/compatibility.md`: which operations of the public clients this service serves. The operations are read from the
 * code of the installed clients, and what is served from `openapi.json`. With `--check` it only compares, and exits with 1 if the
 * page is out of date.
 */
const PAGE = 'docs/compatibility.md';

/** Why an operation is not served, by the beginning of its path. The first match counts. */
const REASONS = [
  [
    /^\/v1\/(checkouts|checkout-links|discounts|payments)\//,
    'Money is out of scope: the service has no checkout and no payments.',
  ],
  [
    /\/(payment-methods|wallets)(\/|$)/,
    'Money is out of scope: the service has no payment methods and no wallets. Their lists are served, and are always empty.',
  ],
  [/\/(confirm-payment|payment-status|finalize)$/, 'Money is out of scope: whoever collects the payment reports the order.'],
];

const clients = [
  {
    name: '`@polar-sh/sdk` 1.0.1',
    files: 'node_modules/@polar-sh/sdk/dist/2026-04/services/**/*.mjs',
    operation: /buildRequest\("(?<method>\w+)", "(?<path>[^"]+)"/g,
  },
  {
    name: '`@polar-sh/sdk` 0.49.0',
    files: 'node_modules/polar-sdk-0/src/funcs/*.ts',
    operation: /pathToFunc\(\s*"(?<path>[^"]+)"[^]*?method: "(?<method>\w+)"/g,
  },
];

const operationsOf = ({ files, operation }) =>
  globSync(files).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(operation)].map(({ groups: { method, path } }) => `${method} ${path}`),
  );

/** Names of path parameters and a trailing slash do not tell operations apart. */
const normalized = (operation) => operation.replace(/\{[^}]*\}/g, '{}').replace(/\/$/, '');

const document = JSON.parse(readFileSync('openapi.json', 'utf8'));
const served = new Set(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => normalized(`${method.toUpperCase()} ${path}`)),
  ),
);

const isServed = (operation) => served.has(normalized(operation));

function reasonFor(operation) {
  const reason = REASONS.find(([pattern]) => pattern.test(operation.split(' ')[1]))?.[1];
  if (!reason) throw new Error(`${operation} is neither served nor explained: add a reason to scripts/compatibility.mjs`);
  return reason;
}

const byPath = (a, b) => {
  const [[methodA, pathA], [methodB, pathB]] = [a.split(' '), b.split(' ')];
  return pathA.localeCompare(pathB, 'en') || methodA.localeCompare(methodB, 'en');
};

const used = clients.map((client) => ({ name: client.name, operations: new Set(operationsOf(client)) }));
const all = [...new Set(used.flatMap(({ operations }) => [...operations]))].sort(byPath);
const count = (operations) => operations.filter(isServed).length;
const notServed = Map.groupBy(
  all.filter((operation) => !isServed(operation)),
  reasonFor,
);
const unused = REASONS.find(([, reason]) => !notServed.has(reason));
if (unused) throw new Error(`No operation is left out for the reason: ${unused[1]}`);
const row = (...cells) => `| ${cells.join(' | ')} |`;

const text = `# Compatibility

Written by \`npm run compatibility\` from the code of the two public clients and our OpenAPI document; \`npm run check\` fails when it
is out of date.

${row('client', 'operations', 'served')}
${row('---', '---', '---')}
${used.map(({ name, operations }) => row(name, operations.size, count([...operations]))).join('\n')}
${row('either', all.length, count(all))}

Purchases are made elsewhere and reported to this service. What it serves is in its [reference](api-reference.md): all operations of
the clients but these, and more. Where it answers otherwise than the reference's own server,
[decision 73](decisions/0073-answers-of-the-reference.md) says why. One difference can matter to an application: \`conditions\` of an activation
compare types, so \`true\` is not \`1\`.

## Not served

${[...notServed]
  .map(([reason, operations]) => `- ${reason} ${operations.map((operation) => `\`${operation}\``).join(', ')}`)
  .join('\n')}
`;

const page = await format(text, { ...(await resolveConfig(join(process.cwd(), PAGE))), parser: 'markdown' });
if (!process.argv.includes('--check')) writeFileSync(PAGE, page);
else if (readFileSync(PAGE, 'utf8') !== page) {
  console.error(`${PAGE} is out of date: run npm run compatibility`);
  process.exitCode = 1;
}
