import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonLimitsOf, SMALL_JSON } from '#support/json';
import { IssueOAuthToken } from '#oauth';
import { startApi, type TestApi } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { CONNECTOR_SECRET, stripeSignature } from '../support/connectors/stripe-events.ts';
import { type ApiProcess, ROOT, startApiProcess } from '../support/processes.ts';
import { type Route, withRoutes } from '../support/routes.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { announceFile, pathOf } from '../support/seed-file.ts';

/** Three tenants send 10 MiB at a time, in many forms, which takes the service half a minute. */
import.meta.jest.setTimeout(600_000);

const MIB = 1024 * 1024;

/** The memory of a process, in MiB, as `docker/compose.yaml` and the values of the chart limit it. */
function memoryOfProcess(): number {
  const [, ofCompose] = /^ {2}mem_limit: \$\{LATCHKEY_MEMORY:-(\d+)m\}$/m.exec(
    readFileSync(join(ROOT, 'docker/compose.yaml'), 'utf8'),
  )!;
  const ofChart = [
    ...readFileSync(join(ROOT, 'deploy/helm/latchkey/values.yaml'), 'utf8').matchAll(/limits: \{ memory: (\d+)Mi \}/g),
  ];
  return Math.min(Number(ofCompose), ...ofChart.map(([, mebibytes]) => Number(mebibytes)));
}
const MEMORY = memoryOfProcess();
/** V8 takes half of the memory of a container for what has survived, and `bin/latchkey` says what it takes for what is new. */
const AS_IN_CONTAINER = {
  NODE_OPTIONS: `--max-old-space-size=${MEMORY / 2} --max-semi-space-size=16`,
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

const TAKING = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** What limits the bodies of a route, by the parser that reads them. */
function limitsOf({ method, url, config, bodyLimit }: Route): string[] {
  if (!TAKING.has(method)) return [];
  const { binary, fileTypes, tokenKinds, hasPublicBody, takesCsv } = config;
  if (fileTypes) return fileTypes.map((type) => `${type}, ${binary} bytes`);
  if (binary !== undefined) return [`bytes, ${binary} bytes`];
  if (hasPublicBody) return [`public JSON, ${bodyLimit} bytes`];
  if (tokenKinds) {
    const kind = tokenKinds.includes('mt') ? 'JSON-RPC' : 'JSON';
    return [`${kind}, ${bodyLimit} bytes`, ...(takesCsv ? [`CSV, ${bodyLimit} bytes`] : [])];
  }
  return [
    url.startsWith('/oauth2/') || url.startsWith('/v1/oauth2/')
      ? `OpenID provider, ${bodyLimit} bytes`
      : `pages, ${bodyLimit} bytes`,
  ];
}

/** Joins pieces up to this length in bytes, and this number. */
function joined(piece: (index: number) => string, bytes: number, count = Infinity): string {
  const pieces: string[] = [];
  for (let index = 0, length = 0; index < count; index++) {
    const next = piece(index);
    length += Buffer.byteLength(next) + 1;
    if (length > bytes) break;
    pieces.push(next);
  }
  return pieces.join();
}

const name = (index: number): string => `"${index.toString(36)}"`;
const nested = (levels: number, open: (level: number) => string, close: string): string =>
  `${Array.from({ length: levels }, (_, level) => open(level)).join('')}1${close.repeat(levels)}`;

const arrays = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

/** The members of a list of JSON, made when they are sent. */
type Lists = Record<string, () => string>;

/**
 * The worst lists that JSON of this size may contain, and those that it may not. `bytes` are those of the list, as far as it has no more
 * values than `limits`.
 */
function worstLists(bytes: number, { containers, values } = jsonLimitsOf(bytes)): Lists {
  const most = (per: number, piece: (index: number) => string): string =>
    joined(piece, bytes - 1000, Math.floor(Math.min(containers, values / per)) - 100);
  const chains = (open: (chain: number, level: number) => string, close: string): string =>
    joined((chain) => nested(250, (level) => open(chain, level), close), bytes - 1000, Math.floor(containers / 251) - 1);
  return {
    'empty objects': () => most(2, () => '{}'),
    'objects with names of their own': () => most(2, (index) => `{${name(index)}:1}`),
    'objects with ten names of their own': () =>
      most(11, (index) => `{${joined((of) => `${name(index * 10 + of)}:1`, bytes, 10)}}`),
    'deep objects with names of their own': () => chains((chain, level) => `{${name(chain * 250 + level)}:`, '}'),
    'different texts': () => `[${most(1.1, (index) => `"ä${index.toString(36)}"`)}]`,
    'escape sequences': () => `"${'\\u00e4'.repeat(Math.min(bytes / 6 - 200, 150_000))}"`,
    'arrays, too deep': () => joined(() => arrays(Math.min(199_990, Math.floor(bytes / 2) - 600)), bytes - 1000),
    'objects, too deep': () => joined(() => nested(Math.floor(bytes / 8), () => '{"a":', '}'), bytes - 1000),
    'too many empty arrays': () => joined(() => '[]', bytes - 1000),
    'no JSON at its end': () => `${most(2, (index) => `{${name(index)}:1}`)}]x`,
  };
}

/** One parser reads all JSON, and the largest body has all of these lists. In others, those are tried that are read and refused otherwise. */
const fewLists = (bytes: number): Lists => {
  const names = new Set(['objects with ten names of their own', 'objects, too deep', 'no JSON at its end']);
  return Object.fromEntries(Object.entries(worstLists(bytes)).filter(([list]) => names.has(list)));
};

/** The worst lines of an import. Each file takes seconds, so these are the few that differ from bodies of JSON. */
const { 'objects with ten names of their own': names, 'arrays, too deep': deep } = worstLists(64 * 1024 - 100, {
  containers: 5_000,
  values: 20_000,
});
const lineLists: Lists = { 'objects with names of their own in each line': names!, 'lines that are too deep': deep! };

interface Sent {
  readonly path: string;
  readonly method?: string;
  readonly type?: string;
  readonly body: string | Buffer;
  readonly headers?: Record<string, string>;
}
type Bodies = Record<string, (tenant: Tenant) => Sent>;

interface Tenant extends SeededOrganization {
  readonly mcpToken: string;
  /** The pool of a benefit with license keys. */
  readonly poolId: string;
  readonly connectorId: string;
  /** Signed, for a part of 10 MiB. */
  readonly uploadPath: string;
}

let api: TestApi & { readonly dataFolder: string };
let routes: readonly Route[];
let tenants: readonly Tenant[];
let bystander: Tenant;
let running: ApiProcess;
beforeAll(async () => {
  ({ started: api, routes } = await withRoutes(() => startApi()));
  const seeded = await Promise.all([0, 1, 2, 3].map(seedTenant));
  [bystander, ...tenants] = seeded as [Tenant, ...Tenant[]];
  running = await startApiProcess(api.databaseUrl, {
    LATCHKEY_DATA: api.dataFolder,
    TRUSTED_PROXIES: '127.0.0.1',
    ...AS_IN_CONTAINER,
  });
});
afterAll(async () => {
  await running?.end();
  await api.close();
});

const PART = Buffer.alloc(10 * MIB, 'x');

async function seedTenant(): Promise<Tenant> {
  const seller = await seedOrganization(api);
  const call = callAs(api, seller.oat);
  const request = { clientId: 'worst', userId: seller.user.id, scopes: ['license_keys:write', 'license_keys:read'] as const };
  const options = { organizationIds: [seller.organization.id], lifetimeMs: 3_600_000, isForMcp: true };
  const { id: benefit_id } = await seedBenefit(api, seller.organization.id);
  const pool = await call('POST', '/v1/license-key-pools', { name: 'Pool', benefit_id });
  const connector = await call('POST', '/v1/connectors/', { provider: 'stripe', secret: CONNECTOR_SECRET });
  const { upload } = await announceFile(call, { service: 'downloadable', name: 'large.bin', mime_type: 'application/zip' }, PART);
  return {
    ...seller,
    mcpToken: await api.app.get(CommandBus).execute(new IssueOAuthToken({ ...request, ...options })),
    poolId: pool.body.id,
    connectorId: connector.body.id,
    uploadPath: pathOf(upload.parts[0]!.url),
  };
}

const forEach = <T, U>(of: Record<string, T>, map: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, map(value)]));

/** Fields that are not known are ignored, so a body may be accepted whatever they contain. */
const INGEST = '/v1/events/ingest';
const inIgnoredField = (path: string, fields: string, lists: Lists): Bodies =>
  forEach(lists, (list) => () => ({ path, body: `{${fields},"x":[${list()}]}` }));
const anEvent = '{"name":"a","external_customer_id":"b","metadata":{"a":1}}';
const VALIDATE = '/v1/customer-portal/license-keys/validate';
const UNKNOWN_KEY = `"key":"unknown","organization_id":"${randomUUID()}"`;
const csvOf = (bytes: number, line: (index: number) => string): string => {
  const lines = ['email,name,external_member_id'];
  for (let length = 30, index = 0; ; index++) {
    const next = line(index);
    if ((length += next.length + 1) > bytes) return lines.join('\n');
    lines.push(next);
  }
};

/** The worst bodies of each limit. A limit without any is one that nobody has tried. */
const WORST: Record<string, Bodies> = {
  [`JSON, ${10 * MIB} bytes`]: {
    'as many events as there may be': () => ({ path: INGEST, body: `{"events":[${joined(() => anEvent, 10 * MIB - 20)}]}` }),
    ...inIgnoredField(INGEST, `"events":[${anEvent}]`, worstLists(10 * MIB)),
  },
  [`JSON, ${4 * MIB} bytes`]: {
    'as many entries as there may be': ({ poolId }) => ({
      path: `/v1/license-key-pools/${poolId}/entries`,
      body: JSON.stringify({ entries: Array.from({ length: 10_000 }, () => `${randomUUID()}${'-x'.repeat(100)}`) }),
    }),
    ...forEach(fewLists(4 * MIB), (list) => ({ poolId }: Tenant) => ({
      path: `/v1/license-key-pools/${poolId}/entries`,
      body: `{"entries":["${randomUUID()}"],"x":[${list()}]}`,
    })),
  },
  [`JSON, ${MIB} bytes`]: inIgnoredField(
    '/v1/meters/',
    '"name":"Calls","filter":{"conjunction":"and","clauses":[]},"aggregation":{"func":"count"}',
    fewLists(MIB),
  ),
  [`CSV, ${MIB} bytes`]: {
    'short lines': () => ({
      path: `/v1/customer-seats/bulk?subscription_id=${randomUUID()}`,
      type: 'text/csv',
      body: csvOf(MIB, () => 'a'),
    }),
    'empty fields': () => ({
      path: `/v1/customer-seats/bulk?subscription_id=${randomUUID()}`,
      type: 'text/csv',
      body: csvOf(MIB, () => ','.repeat(99)),
    }),
    quotes: () => ({ path: `/v1/customer-seats/bulk?subscription_id=${randomUUID()}`, type: 'text/csv', body: '"'.repeat(MIB) }),
  },
  [`JSON-RPC, ${MIB} bytes`]: forEach(fewLists(MIB), (list) => ({ mcpToken }: Tenant) => ({
    path: '/mcp',
    headers: { authorization: `Bearer ${mcpToken}` },
    body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_license_keys","arguments":{"x":[${list()}]}}}`,
  })),
  [`application/x-ndjson, ${50 * MIB} bytes`]: forEach(lineLists, (list) => () => {
    const line = `{"type":"order","x":[${list()}]}\n`;
    const body = line.repeat(Math.min(10_000, Math.floor((50 * MIB) / Buffer.byteLength(line))));
    return { path: '/v1/purchases/import?dry_run=true', type: 'application/x-ndjson', body };
  }),
  [`text/csv, ${50 * MIB} bytes`]: {
    'long fields': () => ({
      path: '/v1/purchases/import?dry_run=true',
      type: 'text/csv',
      body: `type,external_id\n${`order,"${'""'.repeat(32_000)}"\n`.repeat(800)}`,
    }),
  },
  [`bytes, ${10 * MIB} bytes`]: {
    'a part of a file': ({ uploadPath }) => ({ method: 'PUT', path: uploadPath, type: 'application/octet-stream', body: PART }),
  },
  [`bytes, ${MIB} bytes`]: forEach(fewLists(MIB), (list) => ({ connectorId }: Tenant) => {
    const body = `{"id":"evt_${randomUUID()}","object":"event","type":"customer.created","created":1,"data":{"object":{"x":[${list()}]}}}`;
    return {
      path: `/v1/connectors/${connectorId}/webhook`,
      headers: { authorization: '', 'stripe-signature': stripeSignature(body, CONNECTOR_SECRET) },
      body,
    };
  }),
  [`public JSON, ${0.75 * MIB} bytes`]: {
    ...inIgnoredField(VALIDATE, UNKNOWN_KEY, worstLists(MIB / 4, SMALL_JSON)),
    'nothing but escape sequences': () => ({ path: VALIDATE, body: `{${UNKNOWN_KEY},"x":"${'\\u0061'.repeat(120_000)}"}` }),
  },
  [`OpenID provider, ${64 * 1024} bytes`]: {
    ...forEach(worstLists(56 * 1024, jsonLimitsOf(MIB)), (list) => () => ({
      path: '/v1/oauth2/register',
      body: `{"x":[${list()}]}`,
    })),
    'a form of many fields': () => ({
      path: '/v1/oauth2/token',
      type: 'application/x-www-form-urlencoded',
      body: joined((index) => name(index), 56 * 1024).replaceAll(',', '&'),
    }),
  },
  'OpenID provider, undefined bytes': {
    'a form of many fields': () => ({
      path: `/oauth2/interaction/${randomUUID()}`,
      type: 'application/x-www-form-urlencoded',
      body: joined((index) => name(index), 64 * 1024).replaceAll(',', '&'),
    }),
  },
  'pages, 1 bytes': { 'more than nothing': () => ({ path: '/portal/acme/api/link', body: ' '.repeat(MIB) }) },
  'pages, undefined bytes': { 'more than is read': () => ({ path: '/console/api/v1/meters/', body: ' '.repeat(MIB) }) },
};

/** Whether a tenant has one large body of this limit at a time in the service, however many it sends. */
const hasTurns = (limit: string): boolean => /^(JSON|CSV|text|application)/.test(limit);

test('each limit of a body has its worst bodies here', () => {
  const limits = new Set(routes.flatMap(limitsOf));
  expect([...limits].filter((limit) => !(limit in WORST))).toEqual([]);
  expect(Object.keys(WORST).filter((limit) => !limits.has(limit))).toEqual([]);
  const planted = { method: 'POST', url: '/v1/planted', config: { tokenKinds: ['oat'] as const }, bodyLimit: 20 * MIB };
  expect(limitsOf(planted).filter((limit) => limit in WORST)).toEqual([]);
});

/** Each body is sent from another network: none are read of one that has sent many bodies that were refused. */
let sentBodies = 0;
const newNetwork = (): string => `10.0.${sentBodies >> 8}.${sentBodies++ & 255}`;

/** The status of the response; 0 for a connection that was closed before the body was sent, as that of a refused one may be. */
async function send(tenant: Tenant, { path, method = 'POST', type = 'application/json', body, headers }: Sent): Promise<number> {
  const authorization = `Bearer ${tenant.oat}`;
  const all = { 'content-type': type, authorization, 'x-forwarded-for': newNetwork(), ...headers };
  try {
    const answer = await fetch(`${running.url}${path}`, { method, headers: all, body });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

const peakMiB = (): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${running.child.pid}/status`, 'utf8'))![1]) / 1024;

const NONE = { authorization: '' };

const MOST_ATTEMPTS = 10;

/**
 * Statuses of responses to a body that was not read to its end. Whoever has waited too long for their turn gets a 503, or a 429 if they occupied the
 * service before, perhaps before the body is sent, and has it read when they send it again.
 */
const UNREAD = new Set([0, 429, 503]);

async function sendUntilRead(tenant: Tenant, body: Sent): Promise<number> {
  let status = 0;
  for (let attempt = 0; attempt < MOST_ATTEMPTS && UNREAD.has(status); attempt++) status = await send(tenant, body);
  return status;
}

test.each(Object.keys(WORST))('%s', async (limit) => {
  const bodies = Object.entries(WORST[limit]!);
  const problems: string[] = [];
  const check = async (which: string, tenant: Tenant, body: Sent): Promise<void> => {
    const headers = { authorization: `Bearer ${bystander.oat}` };
    const [status, others] = await Promise.all([sendUntilRead(tenant, body), fetch(`${running.url}/v1/meters/`, { headers })]);
    if (UNREAD.has(status) || status === 500) problems.push(`${which}: ${status}`);
    if (others.status !== 200) problems.push(`${which}: ${others.status} for a bystander`);
    if (peakMiB() >= MEMORY) problems.push(`${which}: ${Math.ceil(peakMiB())} MiB`);
  };

  if (hasTurns(limit)) {
    // Each is sent once, by whoever is next: of every tenant, one is in the service.
    const rest = bodies.values();
    const sendRest = async (tenant: Tenant): Promise<void> => {
      for (const [which, make] of rest) await check(which, tenant, make(tenant));
    };
    await Promise.all(tenants.map(sendRest));
  } else {
    await Promise.all(tenants.flatMap((tenant) => bodies.map(([which, make]) => check(which, tenant, make(tenant)))));
  }
  expect(problems).toEqual([]);
  expect(await send(bystander, { path: VALIDATE, body: `{${UNKNOWN_KEY}}`, headers: NONE })).toBe(404);
});
