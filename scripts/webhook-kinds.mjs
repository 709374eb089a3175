import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { resourceSchemasOf } from '../apps/api/open-api-webhooks.ts';
import { EXTENSIONS, NEVER_FIRED, WEBHOOK_DETAILS, WEBHOOK_KINDS } from '../libs/webhooks/src/contract/index.ts';

/** Writes `docs/webhooks/events.md`, the kinds of webhooks. With `--check` it only compares, and exits with 1 if the page is out of date. */
const PAGE = 'docs/webhooks/events.md';

const codes = (names, separator = ', ') => names.map((name) => `\`${name}\``).join(separator);
const row = (...cells) => `| ${cells.join(' | ')} |`;

function bodyOf(kind) {
  const details = Object.keys(WEBHOOK_DETAILS[kind] ?? {});
  const resource = codes(resourceSchemasOf(kind), ' or ');
  if (resource === '') return `what happened: ${codes(['id', ...details])}`;
  return details.length > 0 ? `${resource} with ${codes(details)}` : resource;
}

const table = (kinds) =>
  [
    row('kind', 'when', 'data', 'since'),
    row('---', '---', '---', '---'),
    ...kinds.map(([kind, { when, since }]) => row(`\`${kind}\``, when, bodyOf(kind), since)),
  ].join('\n');

const kinds = Object.entries(WEBHOOK_KINDS);
const text = `# Kinds of events

Written by \`npm run webhook-kinds\` from the table of kinds in \`libs/webhooks\`; \`npm run check\` fails when it is out of date.

An event is \`{type, timestamp, api_version, data}\`. \`data\` has the schema that is named here; the whole bodies, with examples, are the \`webhooks\` of
the OpenAPI document at \`/docs\`. \`since\` is the day of the first build that sends the kind. [Endpoints](endpoints.md) get the kinds that they choose, and
[the feed](recipes.md) has all of them.

**Silent**: validations, heartbeats and renewals of leases publish nothing. They are frequent, and change nothing that a seller acts on: the counters and times of the
license key tell of them. So are settings of the team (connectors, custom fields, endpoints, files, meters, new pools, dashboards), mails that are sent again, and how somebody
signs in: the [audit log](../audit-log.md) has them, and what they lead to is told when it happens.

If a resource cannot be read for six hours, or is gone, \`data\` has its \`id\` and what else is known of the event instead.

## Of the reference API

${table(kinds.filter(([kind]) => !EXTENSIONS.includes(kind)))}

## Extensions

**Public clients of the reference API refuse kinds that they do not know: they throw, and the delivery fails and is repeated.** Give extensions an endpoint of their own, whose
receiver verifies signatures with a library of Standard Webhooks.

Events have \`actor\` besides: who did it, as in the [audit log](../audit-log.md), which is \`system\` for a worker. Those whose \`data\` is a resource have \`changes\`, too: what changed.

${table(kinds.filter(([kind]) => EXTENSIONS.includes(kind)))}

## Accepted and never sent

${codes(NEVER_FIRED)}: nothing here does that. Endpoints take these kinds, so that applications of the reference API work unchanged.
`;

const page = await format(text, { ...(await resolveConfig(join(process.cwd(), PAGE))), parser: 'markdown' });
if (!process.argv.includes('--check')) writeFileSync(PAGE, page);
else if (readFileSync(PAGE, 'utf8') !== page) {
  console.error(`${PAGE} is out of date: run npm run webhook-kinds`);
  process.exitCode = 1;
}
