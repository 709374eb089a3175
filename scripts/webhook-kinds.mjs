import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { resourceSchemasOf } from '../apps/openapi/open-api-webhooks.ts';
import { isExtension, WEBHOOK_KINDS } from '../libs/webhooks/src/contract/index.ts';
import { NEVER_SENT, WEBHOOK_DETAILS } from '../libs/webhooks/src/views/index.ts';

/**
 * Writes the kinds of webhooks into the documentation and the console. With `--check` it only compares, and exits with 1 if a file is out of
 * date.
 */
const PAGE = 'docs/webhooks/events.md';
const CONSOLE = 'apps/web/console/webhooks/event-groups.ts';

const codes = (names, separator = ', ') => names.map((name) => `\`${name}\``).join(separator);

const detailsOf = (kind) => codes(Object.keys(WEBHOOK_DETAILS[kind] ?? {}));

/** Each schema of `data` with the kinds that have it. */
function tables(kinds) {
  const days = Object.entries(Object.groupBy(kinds, ([, { since }]) => since));
  const [usual] = days.toSorted(([, one], [, other]) => other.length - one.length)[0];
  const groups = Map.groupBy(kinds, ([kind]) => codes(resourceSchemasOf(kind), ' or ') || 'What happened');
  const rows = [...groups].flatMap(([group, members]) => [
    `\n${group}:\n`,
    ...members.map(([kind, { when, since }]) => {
      const details = detailsOf(kind);
      return `- \`${kind}\`: ${when}${details && ` With ${details}.`}${since === usual ? '' : ` (${since})`}`;
    }),
  ]);
  return [`Since ${usual}, unless a day is named.`, ...rows].join('\n');
}

const kinds = Object.entries(WEBHOOK_KINDS);
const text = `# Kinds of events

Written by \`npm run webhook-kinds\` from the table of kinds in \`libs/webhooks\`; \`npm run check\` fails when it is out of date.

An event is \`{type, timestamp, api_version, data}\`. \`data\` has the schema that stands above the kind, or tells what happened by an \`id\` and
the fields that are named; the whole bodies, with examples, are the \`webhooks\` of the OpenAPI document at \`/docs\`. A day is that of the first build that sends the kind.

**Silent**: validations, heartbeats and renewals of leases; settings of the team (connectors, custom fields, endpoints, files, meters, new pools,
dashboards), mails that are sent again, and how somebody signs in. The [audit log](../audit-log.md) has all but the first.

If a resource cannot be read for six hours, or is gone, \`data\` has its \`id\` and what else is known of the event instead.

## Of the reference API

${tables(kinds.filter(([kind]) => !isExtension(kind)))}

## Extensions

**Public clients of the reference API refuse kinds that they do not know: they throw, and the delivery fails and is repeated.** Give extensions an endpoint of their own, whose
receiver verifies signatures with a library of Standard Webhooks.

Events have \`actor\` besides: who did it, as in the [audit log](../audit-log.md), and those whose \`data\` is a resource \`changes\`.

${tables(kinds.filter(([kind]) => isExtension(kind)))}

## Accepted and never sent

${codes(NEVER_SENT)}: nothing here does that. Endpoints take these kinds.
`;

const groups = Object.groupBy(kinds, ([, { group }]) => group);
const lists = Object.entries(groups).map(([group, members]) => `${group}: [${members.map(([kind]) => `'${kind}'`)}],`);
const choice = `/** The kinds of webhooks in groups. Written by \`npm run webhook-kinds\`. */
export const EVENT_GROUPS = {
  ${lists.join('\n  ')}
} as const;
`;

const CHECKS = process.argv.includes('--check');
for (const [path, content, parser] of [
  [PAGE, text, 'markdown'],
  [CONSOLE, choice, 'typescript'],
]) {
  const formatted = await format(content, { ...(await resolveConfig(join(process.cwd(), path))), parser });
  if (!CHECKS) writeFileSync(path, formatted);
  else if (readFileSync(path, 'utf8') !== formatted) {
    console.error(`${path} is out of date: run npm run webhook-kinds`);
    process.exitCode = 1;
  }
}
