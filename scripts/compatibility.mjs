import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { clientVersions, differencesOfVersions } from './client-versions.mjs';

/**
 * Writes `docs/compatibility.md`: which operations of the public clients this service serves, and what the versions of the API show
 * otherwise. The operations are read from the code of the installed clients, the versions from their types, and what is served from
 * the documents that `npm run openapi` writes. With `--check` it only compares, and exits with 1 if the
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
  ...clientVersions().map((version) => ({
    name: `\`@polar-sh/sdk/${version}\` 1.0.1`,
    files: `node_modules/@polar-sh/sdk/dist/${version}/services/**/*.mjs`,
    operation: /buildRequest\("(?<method>\w+)", "(?<path>[^"]+)"/g,
  })),
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

const [FIRST] = clientVersions();
const documentOf = (version) => JSON.parse(readFileSync(version === FIRST ? 'openapi.json' : `openapi-${version}.json`, 'utf8'));
const document = documentOf(FIRST);
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
/** Types of the client whose schemas have other names here. */
const RENAMED = { RotatedLicenseKey: 'LicenseKeyRead' };
/** Schemas that only this service has: what customers see of license keys, and what webhooks tell. */
const OWN = new Set(['PortalLicenseKey', 'PortalLicenseKeyWithActivations', 'AnnouncedLicenseKey']);

const fieldsOf = (schemas, name) => Object.keys(schemas[name]?.properties ?? {});

/** The fields that our documents add in a version, by schema. */
function ourDifferences(version, former) {
  const [before, now] = [former, version].map((each) => documentOf(each).components.schemas);
  const added = Object.keys(now)
    .filter((name) => name in before)
    .map((name) => [name, fieldsOf(now, name).filter((field) => !fieldsOf(before, name).includes(field))]);
  const isNew = Object.keys(now).filter((name) => !(name in before));
  return {
    added: Object.fromEntries(added.filter(([, fields]) => fields.length > 0)),
    isNew: Object.fromEntries(isNew.map((name) => [name, fieldsOf(now, name)])),
  };
}

/** What each version adds, as the client declares it; throws if our documents add anything else. */
function versionRows() {
  const versions = clientVersions();
  return differencesOfVersions().map(({ version, added, isNew }, index) => {
    const ours = ourDifferences(version, versions[index]);
    const expected = {
      isNew,
      added: Object.fromEntries(Object.entries(added).map(([name, fields]) => [RENAMED[name] ?? name, fields])),
    };
    const common = Object.entries(ours.added).filter(([name]) => !OWN.has(name));
    const sorted = (each) =>
      JSON.stringify(
        Object.entries(each)
          .map(([name, fields]) => [name, [...fields].sort()])
          .sort(),
      );
    for (const [here, there] of [
      [Object.fromEntries(common), expected.added],
      [ours.isNew, expected.isNew],
    ]) {
      if (sorted(here) !== sorted(there)) {
        throw new Error(
          `${version}: the public client has ${sorted(there)}, and our document ${sorted(here)}. Declare the change in its view.`,
        );
      }
    }
    const groups = Map.groupBy(Object.entries(ours.added), ([, fields]) => fields.map((field) => `\`${field}\``).join(', '));
    return [...groups].map(([fields, members]) => row(version, fields, members.map(([name]) => `\`${name}\``).join(', ')));
  });
}

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

## Versions

\`Polar-Version\` names the version that a response is in; without it, that is ${FIRST}. Endpoints of webhooks have a version of their own,
[\`api_version\`](webhooks/endpoints.md). The entry points of the client have the same operations; what a version adds to the one before
is read from their types:

${row('since', 'fields', 'in')}
${row('---', '---', '---')}
${versionRows().flat().join('\n')}

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
