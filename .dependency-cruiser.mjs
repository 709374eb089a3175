/**
 * What a line of code may touch, layer by layer; docs/architecture.md has the same as prose. Type-only imports count.
 * Every rule has a planted violation in test/architecture/rules.spec.ts.
 */

const CONTEXT = '^libs/(?!(?:engine|kernel|platform|support)/)([^/]+)';
const SPEC = String.raw`\.spec\.ts$`;
/** The kernel, and the parts of `libs/support`. */
const PLAIN = '^libs/(kernel/src|support/src/[^/]+)/index[.]ts$';
/** Of a part of the platform, contexts meet the index; composition roots and other parts the rest. */
const DOORS = '^libs/(engine/src/[^/]+/index|platform/src/[^/]+/(index|composition))[.]ts$';
/** What a context publishes: messages that others may send, and messages that it sends and contexts above answer. */
const CONTRACTS = '^libs/[^/]+/src/(contract|needs)/index[.]ts$';
const VIEWS = '^libs/[^/]+/src/views/index[.]ts$';

const CLIENT_FILES = '^packages/client/src/(node|node/[^/]+|storage/file-(lock|storage))[.]ts$';

const own = (folder) => `^libs/$1/src/${folder}/`;
const platform = (...parts) => `^libs/platform/src/(${parts.join('|')})/index[.]ts$`;
const engine = (...parts) => `^libs/engine/src/(${parts.join('|')})/index[.]ts$`;
const npm = (...names) => `(^|/)node_modules/(${names.join('|')})/`;

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** Pure functions from text to text; see `tax-numbers-are-checked-by-a-library`. */
const TAX_NUMBERS = npm('stdnum');

/** A layer: its code may import what is listed, and nothing else. */
const layer = (name, comment, folder, ...mayTouch) =>
  rule(name, comment, { path: `${CONTEXT}/${folder}`, pathNot: SPEC }, { pathNot: mayTouch });

const layers = [
  rule(
    'kernel-depends-on-nothing',
    'The kernel is plain TypeScript; identities come from node:crypto, and in a repeated request from its seed.',
    { path: '^libs/kernel/' },
    { pathNot: ['^libs/kernel/', '^(crypto|async_hooks)$'] },
  ),
  rule(
    'support-is-plain-typescript',
    'What some contexts share is as plain as the kernel, on which it stands; a part uses others through their doors; time zones come from @date-fns/tz.',
    { path: '^libs/support/src/([^/]+)/', pathNot: SPEC },
    { pathNot: ['^libs/support/src/$1/', PLAIN, '^crypto$', '^node_modules/@date-fns/tz/'] },
  ),
  rule(
    'engine-depends-on-nothing-above',
    'How rows, events and connections are handled quickly: it may touch the kernel, what is shared, and npm.',
    { path: '^libs/engine/' },
    { path: '^(libs/(?!(?:engine|kernel|support)/)|apps/|bench/)' },
  ),
  rule(
    'platform-knows-no-context',
    'The platform is what a context meets: it may touch the engine, the kernel and npm.',
    { path: '^libs/platform/' },
    { path: '^(libs/(?!(?:engine|kernel|platform|support)/)|apps/|bench/)' },
  ),
  layer(
    'domain-is-plain-typescript',
    'Rules of the field stand on their own: no framework, no database, no other layer, no other context. Formats are signed and compressed.',
    'src/domain/',
    own('domain'),
    PLAIN,
    '^(crypto|zlib)$',
    TAX_NUMBERS,
  ),
  layer(
    'commands-speak-to-the-domain',
    'A use case calls its own domain and other contexts through their contracts; it knows no technology.',
    'src/commands/',
    own('(commands|domain|contract|needs|views)'),
    PLAIN,
    CONTRACTS,
    VIEWS,
    npm('@nestjs/cqrs'),
  ),
  layer(
    'queries-do-not-write',
    'A query reads tables, through mappings and SQL fragments, and returns a view: no domain, no commands, no repositories, no outbox.',
    'src/queries/',
    own('(queries|contract|needs|views)'),
    own('adapters/persistence/sql'),
    '^libs/$1/src/adapters/persistence/[^/]+[.]mapping[.]ts$',
    PLAIN,
    platform('auth', 'clocks', 'http', 'mail', 'wire'),
    engine('persistence', 'secrets'),
    CONTRACTS,
    VIEWS,
    npm('@mikro-orm/[^/]+', 'kysely', '@nestjs/common', '@nestjs/cqrs'),
  ),
  layer(
    'http-speaks-to-buses',
    'A controller turns a request into a command or a query, and declares views as requests and responses; it knows neither domain nor tables.',
    'src/adapters/http/',
    own('(adapters/http|commands|queries|views)'),
    PLAIN,
    VIEWS,
    platform('auth', 'http', 'printing', 'wire'),
    npm('@nestjs/common', '@nestjs/cqrs', '@nestjs/swagger', 'fastify'),
  ),
  layer(
    'persistence-serves-the-domain',
    'Mappings and repositories know their own domain, the database and the views that other contexts publish, not who calls them.',
    'src/adapters/persistence/',
    own('(adapters/persistence|domain)'),
    PLAIN,
    platform('clocks'),
    engine('idempotency', 'metrics', 'outbox', 'persistence', 'secrets'),
    CONTRACTS,
    npm('@mikro-orm/[^/]+', 'kysely', 'pg', '@nestjs/common'),
  ),
  layer(
    'storage-keeps-bytes',
    'What does not go into the database: files and handed over events, and what they are called there, not who asks for them.',
    'src/adapters/storage/',
    own('(adapters/storage|domain)'),
    PLAIN,
    engine('connections'),
    '^(crypto|fs|fs/promises|path|stream|stream/(consumers|promises)|util|zlib)$',
    npm('@aws-sdk/[^/]+', '@clickhouse/client'),
  ),
  layer(
    'packages-are-read-and-signed',
    'The formats of package managers: what a package says of itself, and how an index is signed. Bytes in, bytes out.',
    'src/adapters/packages/',
    own('(adapters/packages|domain)'),
    PLAIN,
    '^(crypto|stream|stream/consumers|util|zlib)$',
    npm('@nestjs/common', 'openpgp', 'xz-decompress'),
  ),
  layer(
    'sending-reaches-receivers',
    'Requests to hosts that sellers choose, through the agents of the platform, which check addresses.',
    'src/adapters/sending/',
    own('(adapters/sending|domain)'),
    PLAIN,
    platform('config', 'outgoing'),
    '^stream$',
    npm('@nestjs/common', 'undici'),
  ),
  layer(
    'providers-read-webhooks',
    'How a payment provider signs, and what its events say: text in, facts out, nothing is asked or stored.',
    'src/adapters/providers/',
    own('(adapters/providers|domain)'),
    PLAIN,
    '^crypto$',
    npm('@nestjs/common', 'stripe'),
  ),
  layer(
    'credentials-are-checked-by-libraries',
    'How passwords are hashed and passkeys verified: libraries for exactly this, behind ports of the domain.',
    'src/adapters/credentials/',
    own('(adapters/credentials|domain)'),
    PLAIN,
    platform('config'),
    '^crypto$',
    npm('@nestjs/common', '@node-rs/argon2', '@simplewebauthn/server'),
  ),
  layer(
    'single-sign-on-asks-providers',
    'Providers of organizations and the records of domains, asked by a library through the fetch of the platform, which checks addresses.',
    'src/adapters/single-sign-on/',
    own('(adapters/single-sign-on|contract|domain)'),
    PLAIN,
    platform('config', 'http', 'outgoing', 'wire'),
    '^dns$',
    npm('@nestjs/common', 'openid-client'),
  ),
  layer(
    'auth-reads-credentials',
    'Whoever owns tokens tells the platform who bears one; nothing is decided here.',
    'src/adapters/auth/',
    own('adapters/auth'),
    '^libs/$1/src/adapters/persistence/[^/]+[.]mapping[.]ts$',
    PLAIN,
    CONTRACTS,
    platform('auth', 'config'),
    engine('persistence', 'secrets', 'tenancy'),
    npm('@mikro-orm/[^/]+', 'kysely', '@nestjs/common'),
  ),
  layer(
    'openid-runs-the-provider',
    'The library that speaks OpenID Connect, its storage by the ports of the domain, and its pages. Nothing else knows the library.',
    'src/adapters/openid/',
    own('(adapters/openid|commands|contract|queries|domain)'),
    PLAIN,
    platform('config', 'html', 'http', 'rate-limits', 'wire'),
    engine('persistence', 'secrets', 'tenancy'),
    CONTRACTS,
    '^(crypto|http|querystring)$',
    npm('@nestjs/common', '@nestjs/core', '@nestjs/cqrs', '@types/oidc-provider', 'fastify', 'oidc-provider'),
  ),
  layer(
    'messaging-turns-events-into-commands',
    'A subscriber translates a published event into a command, of its own context or of a contract.',
    'src/adapters/messaging/',
    own('(adapters/messaging|commands|contract|needs)'),
    CONTRACTS,
    PLAIN,
    platform('messaging'),
    npm('@nestjs/common', '@nestjs/cqrs'),
  ),
  layer(
    'contract-is-small',
    'Published are events, and the few queries and commands that others may send, with the shapes of their results.',
    'src/contract/',
    own('contract'),
    '^libs/$1/src/domain/.+[.]events[.]ts$',
    PLAIN,
    npm('@nestjs/cqrs'),
  ),
  layer(
    'needs-are-messages',
    'What a context asks of those above it: messages that it declares and they answer.',
    'src/needs/',
    own('(contract|needs)'),
    PLAIN,
    npm('@nestjs/cqrs'),
  ),
  layer(
    'views-are-of-the-wire',
    'How HTTP shows what a context owns, for its own operations and for views of other contexts that embed it.',
    'src/views/',
    own('(contract|views)'),
    PLAIN,
    platform('wire'),
    VIEWS,
    npm('@nestjs/cqrs'),
  ),
  layer(
    'migrations-stand-alone',
    'A migration is history: it must not change because code did.',
    'migrations/',
    '^libs/$1/migrations/',
    npm('@mikro-orm/migrations'),
  ),
];

/** The contexts from the lowest to the highest; those in one line do not import each other. docs/architecture.md has the same. */
const ORDER = [
  ['organizations'],
  ['identity'],
  ['oauth'],
  ['customer-portal'],
  ['catalog'],
  ['entitlements'],
  ['licensing', 'metering', 'seats'],
  ['customer-states', 'notes'],
  ['connectors', 'releases'],
  ['webhooks'],
  ['metrics', 'search', 'audit', 'failed-events'],
];

const order = ORDER.flatMap((line, index) =>
  line.map((context) => {
    const notBelow = ORDER.slice(index)
      .flat()
      .filter((other) => other !== context);
    return rule(
      'contexts-import-lower-ones',
      'A context imports those below it. What it needs from one above comes by an event, or by a message that it declares.',
      { path: `^libs/${context}/` },
      { path: `^libs/(${notBelow.join('|')})/` },
    );
  }),
);

const exceptions = [
  rule(
    'tax-numbers-are-checked-by-a-library',
    'How a tax number is told from a typo is a rule of the field that changes with the laws of ninety countries: the one library of the domain knows them, for the files that ask it.',
    { path: '^libs/', pathNot: '^libs/customer-portal/src/domain/(tax-numbers|eu-vat)[.]ts$' },
    { path: TAX_NUMBERS },
  ),
];

const walls = [
  rule(
    'contexts-meet-at-contracts',
    'One context knows of another what its contract, its needs and its views publish, and nothing else.',
    { path: `${CONTEXT}/(?:src|migrations)/`, pathNot: SPEC },
    { path: '^libs/(?!(?:engine|kernel|platform|support)/)', pathNot: ['^libs/$1/', CONTRACTS, VIEWS] },
  ),
  rule(
    'views-belong-to-http',
    'Only what answers HTTP knows views of the wire; commands, subscribers and repositories get data from contracts. Webhooks send what HTTP would answer.',
    {
      path: `${CONTEXT}/src/(?:domain|commands|contract|needs|adapters/(?!http/))`,
      pathNot: [SPEC, '^libs/webhooks/src/commands/(read-resources|send-test-webhook)[.]ts$'],
    },
    { path: '^libs/[^/]+/src/views/' },
  ),
  rule(
    'tests-of-a-context-stay-at-home',
    'Builders, fakes and specs of one context use those of another only through its front doors.',
    { path: `${CONTEXT}/(?:testing/|src/.*[.]spec[.]ts$)` },
    {
      path: '^libs/(?!(?:engine|kernel|platform|support)/)',
      pathNot: ['^libs/$1/', CONTRACTS, VIEWS, '^libs/[^/]+/(src|testing)/index[.]ts$'],
    },
  ),
  rule(
    'rules-are-tested-plain',
    'Specs of the domain need no Nest, no database and no other layer.',
    { path: `${CONTEXT}/src/domain/.*[.]spec[.]ts$` },
    { pathNot: [own('domain'), '^libs/$1/testing/', PLAIN, '^crypto$', npm('fast-check')] },
  ),
  rule(
    'shared-libraries-through-their-doors',
    'What is not exported by an index is private to its folder.',
    { path: '^(apps|bench|test|libs)/', pathNot: ['^libs/(engine|kernel|platform|support)/', '^apps/web/', SPEC] },
    { path: '^libs/(engine|kernel|platform|support)/', pathNot: [PLAIN, DOORS] },
  ),
  rule(
    'contexts-compose-nothing',
    'What starts, connects and serves is combined by composition roots.',
    { path: `${CONTEXT}/src/`, pathNot: SPEC },
    { path: '^libs/platform/src/[^/]+/composition[.]ts$' },
  ),
  rule(
    'platform-parts-through-their-doors',
    'The parts of the engine and of the platform know of each other what an index exports.',
    { path: '^libs/(engine|platform)/src/([^/]+)/' },
    { path: '^libs/(engine|platform)/src/', pathNot: ['^libs/$1/src/$2/', DOORS] },
  ),
  rule(
    'apps-use-front-doors',
    'A composition root wires contexts together; it does not reach into them. (A baseline of the bench stands in for an adapter.)',
    { path: '^(apps|bench)/', pathNot: '^bench/baselines/' },
    { path: '^libs/(?!(?:engine|kernel|platform|support)/)', pathNot: '^libs/[^/]+/src/((contract|needs|views)/)?index[.]ts$' },
  ),
  rule(
    'libs-know-no-app',
    'Nothing in the house depends on how it is started.',
    { path: '^libs/[^/]+/(?:src|migrations)/', pathNot: SPEC },
    { path: '^(apps|bench|test)/' },
  ),
  rule(
    'nothing-depends-on-standalone',
    'Standalone combines the processes; only the command line starts it, and no process depends on it.',
    { path: '^(apps/(?!(?:standalone|cli)/)|libs/)' },
    { path: '^apps/standalone/' },
  ),
  rule(
    'nothing-depends-on-the-command-line',
    'The command line starts the programs; none of them depends on it.',
    { path: '^(apps/(?!cli/)|libs/|bench/)' },
    { path: '^apps/cli/' },
  ),
  rule(
    'apps-do-not-import-each-other',
    'What several apps need is in apps/contexts.ts, apps/settings.ts, apps/process or a library. Standalone and the command line combine apps; apps/openapi documents the API.',
    { path: '^apps/(?!(?:standalone|cli|openapi)/)([^/]+)' },
    { path: '^apps/[^/]+/', pathNot: ['^apps/$1/', '^apps/process/index[.]ts$'] },
  ),
];

/** Its condition `source`, the name of ours, leads to files that it does not publish, so that it is not resolved. */
const UNRESOLVED_PACKAGE = '^react-aria-components$';
/** What the pages consist of: the bundle carries it. */
const PAGE_PACKAGES = npm(
  '@date-fns/tz',
  'react',
  'react-dom',
  '@types/react',
  '@types/react-dom',
  '@tanstack/react-router',
  '@tanstack/react-query',
  'openapi-fetch',
  'lucide-react',
  'minisearch',
  'uqr',
  '@fontsource-variable/[^/]+',
);
/** What is the same in the service and in its pages: how files of text are read and written, days, and colors. */
const SHARED_FILES =
  '^libs/support/src/(mails/colors|csv/(csv|csv-line|text-encoding)|days/days|languages/languages|credentials/lifetimes|currencies/[^/]+|cells/[^/]+|artifacts/artifacts-by-name|catalogs/[^/]+|paging/[^/]+|refusals/[^/]+|texts/folded)[.]ts$';
const PAGE_TOOLS = '^apps/web/(build|chunks|early|vite[.]config|api/generate)[.]mjs$';

const pages = [
  rule(
    'pages-speak-http',
    'Pages know of the service what its OpenAPI document says: they import themselves, a few packages for browsers, and how files of text are read.',
    { path: '^apps/web/', pathNot: PAGE_TOOLS },
    {
      pathNot: [
        '^apps/web/(?!(?:build|chunks|early|vite[.]config|api/generate)[.]mjs$)',
        SHARED_FILES,
        PAGE_PACKAGES,
        UNRESOLVED_PACKAGE,
      ],
    },
  ),
  rule(
    'console-and-portal-are-apart',
    'Applications for other people: what several need is in ui, i18n and api.',
    { path: '^apps/web/(console|portal|reference)/' },
    { path: '^apps/web/(console|portal|reference)/', pathNot: '^apps/web/$1/' },
  ),
  rule(
    'ui-knows-no-page',
    'What pages are made of does not know them.',
    { path: '^apps/web/(ui|i18n|api)/' },
    { path: '^apps/web/(console|portal|reference)/' },
  ),
  rule(
    'nothing-depends-on-pages',
    'Pages are built and served as files.',
    { path: '^(apps/(?!web/)|libs/|bench/|packages/|test/(?!web/))' },
    { path: '^apps/web/' },
  ),
];

const packages = [
  rule(
    'client-knows-no-service',
    'What applications of others contain is not what the service consists of.',
    { path: '^packages/client/' },
    { path: '^(apps|bench|libs|test|packages/(conformance|publication))/' },
  ),
  rule(
    'conformance-knows-no-client',
    'The kit asks clients of any language through their drivers. It signs and recognizes devices with the code of the service.',
    { path: '^packages/conformance/' },
    {
      path: '^(apps|bench|libs|test|packages)/',
      pathNot: ['^packages/conformance/', '^libs/licensing/src/domain/(devices|leases|policy|signing)/'],
    },
  ),
  rule(
    'client-runs-anywhere',
    'Browsers and Electron have no Node: the client uses the web platform and itself. Only files need more.',
    { path: '^packages/client/src/', pathNot: [SPEC, CLIENT_FILES] },
    { pathNot: ['^packages/client/src/'] },
  ),
  rule(
    'client-files-are-apart',
    'What needs a file system has an entry of its own.',
    { path: '^packages/client/src/', pathNot: [SPEC, CLIENT_FILES] },
    { path: CLIENT_FILES },
  ),
];

const hygiene = [
  rule('no-cycles', 'Files that need each other are one file, or the wrong two.', {}, { circular: true }),
  rule(
    'no-test-code-in-production',
    'What ships does not know how it is tested.',
    { path: '^(apps|bench|libs)/', pathNot: [SPEC, '^libs/[^/]+/testing/'] },
    { path: [SPEC, '^libs/[^/]+/testing/', '^test/'] },
  ),
  rule(
    'no-dev-dependencies-in-production',
    'What ships runs after `npm ci --omit=dev`. The reference is written by the build.',
    { path: '^(apps/(?!(?:web|openapi)/)|libs/[^/]+/(src|migrations)/)', pathNot: SPEC },
    { dependencyTypes: ['npm-dev'] },
  ),
  rule(
    'no-unlisted-dependencies',
    'Every package that is imported has a line of its own in package.json.',
    {},
    { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  ),
  rule(
    'no-unresolvable-imports',
    'An import leads somewhere. (Peers of the bench have packages of their own.)',
    { pathNot: '^bench/peers/[^/]+/' },
    { couldNotResolve: true, pathNot: UNRESOLVED_PACKAGE },
  ),
  rule('no-deprecated-dependencies', 'No package whose authors gave it up.', {}, { dependencyTypes: ['deprecated'] }),
  rule(
    'no-orphans',
    'A file that nobody needs is not there.',
    {
      orphan: true,
      pathNot: [
        SPEC,
        '[.]d[.]ts$',
        '^apps/[^/]+/main[.]ts$',
        '^apps/web/(console|portal|reference)/main[.]tsx?$',
        PAGE_TOOLS,
        '^bench/',
        '^test/support/.*[.]mjs$',
      ],
    },
    {},
  ),
];

export default {
  forbidden: [...layers, ...order, ...exceptions, ...walls, ...pages, ...packages, ...hygiene],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist/|/[.]venv/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      conditionNames: ['source', 'import', 'node', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css'],
    },
  },
};
