import { execFileSync } from 'node:child_process';
import { latchkey } from '../support/cli.ts';

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  organizations: [
    'list',
    'show',
    'update',
    'create-sandbox',
    'delete-sandbox',
    'alerts',
    'set-alert',
    'reset-alert',
    'test-alert',
    'members',
    'create',
    'set-status',
    'set-feature',
    'stop-enforcing-sso',
  ],
  users: ['list', 'add', 'remove', 'block', 'set-password', 'reset-second-factor', 'end-sessions', 'unblock', 'trust', 'untrust'],
  tokens: ['issue', 'list', 'revoke'],
  events: ['failed', 'retry'],
  'audit-log': ['verify'],
  usage: ['recount'],
  webhooks: ['listen'],
  connectors: ['add', 'list', 'undelivered', 'test', 'replay'],
  'secret-key': ['rotate', 'status', 'forget-lost'],
  'signing-keys': ['rotate', 'list'],
  'openid-keys': ['rotate', 'list'],
  metrics: ['rebuild'],
  'test-clock': ['show', 'advance'],
  profiles: ['list', 'use', 'remove'],
};
/** The arguments of `resources`, whose suite asks every one. */
const OF_RESOURCES: Readonly<Record<string, readonly string[]>> = {
  keys: ['list', 'show', 'issue', 'extend', 'disable', 'enable', 'rotate', 'devices', 'explain'],
  customers: ['list', 'show', 'create', 'update', 'delete'],
};
const TOP_LEVEL = [
  'start',
  'api',
  'worker',
  'migrate',
  'doctor',
  'support-bundle',
  ...Object.keys(GROUPS),
  'import',
  'login',
  'explain',
  'healthy',
  'completion',
];

test.each([[[]], [['--help']], [['-h']], [['help']], [['--help', 'status']], [['bootstrap']]])(
  '%j prints the overview',
  async (args) => {
    const { exitCode, out } = await latchkey(args);
    expect([exitCode, out]).toEqual([0, expect.stringContaining('Usage: latchkey [options] [command]')]);
    expect(TOP_LEVEL.filter((name) => !new RegExp(`^  ${name} `, 'm').test(out))).toEqual([]);
  },
);

test.each(Object.entries({ ...GROUPS, ...OF_RESOURCES }))('%s without a subcommand lists %j', async (group, subcommands) => {
  const { exitCode, out } = await latchkey([group]);
  expect([exitCode, subcommands.filter((name) => !new RegExp(`^  ${name} `, 'm').test(out))]).toEqual([0, []]);
});

test.each([
  [
    ['organizations', 'create'],
    ['--name <name>', '--slug <slug>', '--owner <email>', '--scopes <scopes>'],
  ],
  [
    ['organizations', 'set-status'],
    ['--organization <slug>', '--status <status>'],
  ],
  [
    ['organizations', 'set-feature'],
    ['--organization <slug>', '--feature <feature>', '--turn <on|off>'],
  ],
  [['organizations', 'stop-enforcing-sso'], ['--organization <slug>']],
  [
    ['users', 'add'],
    ['--organization <slug>', '--email <email>', '--role <role>'],
  ],
  [
    ['users', 'remove'],
    ['--organization <slug>', '--email <email>'],
  ],
  [['users', 'block'], ['--email <email>']],
  [['users', 'unblock'], ['--email <email>']],
  [['users', 'trust'], ['--email <email>']],
  [['users', 'untrust'], ['--email <email>']],
  [['users', 'set-password'], ['--email <email>']],
  [['users', 'reset-second-factor'], ['--email <email>']],
  [['users', 'end-sessions'], ['--email <email>']],
  [
    ['tokens', 'issue'],
    ['--organization <slug>', '--email <email>', '--comment <text>', '--scopes <scopes>', '--days <number>'],
  ],
  [['events', 'failed'], ['--json']],
  [['events', 'retry'], ['retry [options] [id]']],
  [
    ['webhooks', 'listen'],
    [
      '--forward-to <url>',
      '--exec <command>',
      '--file <path>',
      '--position-file <path>',
      '--url <url>',
      '--token <token>',
      '--organization <id>',
      '--secret <secret>',
      '--events <types>',
    ],
  ],
  [
    ['webhooks', 'listen'],
    ['--after <sequence>', '--json'],
  ],
  [
    ['import'],
    [
      'import [options] [command] [files...]',
      '--from <vendor>',
      '--products <file>',
      '--output <file>',
      '--url <url>',
      '--token <token>',
      '--organization <id>',
      '--dry-run',
      '--profile <name>',
      '--json',
    ],
  ],
  [
    ['import', 'compare'],
    [
      'import compare [options] [files...]',
      '--from <vendor>',
      '--url <url>',
      '--profile <name>',
      '--organization <id>',
      '--json',
    ],
  ],
  [['secret-key', 'rotate'], ['--json']],
  [
    ['customers', 'create'],
    [
      '--email <email>',
      '--metadata <json>',
      '--input <file>',
      '--profile <name>',
      '--organization <id or slug>',
      '--quiet',
      '--dry-run',
    ],
  ],
  [
    ['customers', 'delete'],
    ['delete [options] <id>', '--yes'],
  ],
  [['migrate'], ['--json']],
  [['healthy'], ['healthy [options] [state]']],
])('%j --help describes every option', async (command, options) => {
  const { exitCode, out } = await latchkey([...command, '--help']);
  expect([exitCode, options.filter((option) => !out.includes(option))]).toEqual([0, []]);
});

test.each([
  [['nonsense'], "Unknown command 'nonsense'.", ''],
  [['constructor'], "Unknown command 'constructor'.", ''],
  [['--name', 'Acme'], "Unknown option '--name'.", ''],
  [['users', 'nonsense'], "Unknown command 'nonsense'.", ' users'],
  [['users', 'nonsense', '--help'], "Unknown command 'nonsense'.", ' users'],
  [['nonsense', '-h'], "Unknown command 'nonsense'.", ''],
  [['help', 'nonsense'], "Unknown command 'nonsense'.", ''],
  [['help', 'users', 'nonsense'], "Unknown command 'nonsense'.", ' users'],
  [['customers', 'delete', 'id'], 'This cannot be undone: add --yes', ' customers delete'],
  [
    ['bulk', 'start', '--action', '{"type":"disable"}'],
    'This changes many at once, and `bulk undo` takes back most of it: add --yes',
    ' bulk start',
  ],
  [['customers', 'list'], 'Sign in with `latchkey login` first, or set LATCHKEY_TOKEN in the environment.', ' customers list'],
  [['organizations', 'create', '--name', 'Acme', '--slug', 'acme'], '--owner <email> is required.', ' organizations create'],
  [
    ['organizations', 'create', '--name', ' ', '--slug', 'acme', '--owner', 'a@example.com'],
    '--name <name> is required.',
    ' organizations create',
  ],
  [
    ['organizations', 'create', '--name', 'Acme', '--slug', 'acme', '--owner', 'nobody'],
    '--owner must be an e-mail address, not nobody.',
    ' organizations create',
  ],
  [
    ['organizations', 'set-status', '--organization', 'acme', '--status', 'gone'],
    '--status must be one of created, review,',
    ' organizations set-status',
  ],
  [
    ['users', 'add', '--role', 'boss'],
    '--organization <slug> is required.\n--role must be one of owner, admin, member, finance, support, not boss.\n',
    ' users add',
  ],
  [['users', 'add', '--colour', 'red'], "Unknown option '--colour'.", ' users add'],
  [['users', 'block', 'acme'], "Too many arguments for 'block'. Expected 0 arguments but got 1: acme.", ' users block'],
  [['users', 'block', '--email'], "Option '--email <email>' argument missing.", ' users block'],
  [['tokens', 'issue', '--email', ''], '--email <email> is required.', ' tokens issue'],
  [['tokens', 'issue'], 'Either --organization <slug> or --email <email> is required.', ' tokens issue'],
  [
    ['tokens', 'issue', '--email', 'a@example.com', '--organization', 'acme'],
    'Either --organization <slug> or --email <email> is required.',
    ' tokens issue',
  ],
  [
    ['tokens', 'issue', '--organization', 'acme', '--days', '0'],
    '--days must be a number between 1 and 36500, or never.',
    ' tokens issue',
  ],
  [['tokens', 'issue', '--email', 'a@example.com'], '--scopes <scopes> is required: the fewest', ' tokens issue'],
  [
    ['tokens', 'issue', '--email', 'a@example.com', '--scopes', 'products:read,everything'],
    '--scopes has unknown scopes: everything. Known scopes: organizations:read,',
    ' tokens issue',
  ],
  [['tokens', 'issue', '--email', 'a@example.com', '--scopes', ' , '], '--scopes must name at least one scope.', ' tokens issue'],
  [
    ['webhooks', 'listen', '--token', 'x'],
    'One of --forward-to <url>, --exec <command> and --file <path> is required.',
    ' webhooks listen',
  ],
  [
    ['webhooks', 'listen', '--exec', 'a', '--file', 'b'],
    'One of --forward-to <url>, --exec <command> and --file',
    ' webhooks listen',
  ],
  [
    ['webhooks', 'listen', '--exec', 'a', '--secret', `whsec_${'A'.repeat(32)}`],
    '--secret and --envelope go with',
    ' webhooks listen',
  ],
  ...[
    [['--forward-to', 'ftp://127.0.0.1'], '--forward-to must be an http or https URL, not ftp://127.0.0.1.'],
    [['--forward-to', '127.0.0.1:4000'], '--forward-to must be an http or https URL, not 127.0.0.1:4000.'],
    [['--url', 'nowhere'], '--url must be an http or https URL, not nowhere.'],
    [['--organization', 'acme'], '--organization must be the id of an organization, not acme.'],
    [['--secret', 'whsec_c2hvcnQ='], '--secret must be whsec_ followed by base64 of 24 to 64 bytes.'],
    [['--secret', 'mine'], '--secret must be whsec_ followed by base64 of 24 to 64 bytes.'],
    [['--events', 'order.paid,order.lost'], '--events has unknown kinds: order.lost.'],
    [['--envelope', 'soap'], '--envelope must be one of standard, cloudevents, cloudevents_binary, not soap.'],
    [['--position-file', 'p'], '--position-file goes with --exec and --file.'],
    [['--events', ','], '--events must name at least one kind.'],
    [['--after', '-1'], '--after must be the position of an event, a number from 0.'],
    [['--after', '9007199254740992'], '--after must be the position of an event, a number from 0.'],
    [[], 'Sign in with `latchkey login` first, or set LATCHKEY_TOKEN in the environment.'],
  ].map(([args, sentence]): [string[], string, string] => [
    ['webhooks', 'listen', '--forward-to', 'http://127.0.0.1:4000', ...args!],
    sentence as string,
    ' webhooks listen',
  ]),
  [['events', 'failed', 'all'], "Too many arguments for 'failed'.", ' events failed'],
  [['events', 'retry', 'a', 'b'], "Too many arguments for 'retry'.", ' events retry'],
  [['completion', 'tcsh'], '<shell> must be one of bash, zsh, fish, not tcsh.', ' completion'],
  [['completion'], "Missing required argument 'shell'.", ' completion'],
  [['failed-events', 'delete'], "Unknown command 'delete'.", ' events'],
])('%j is wrong usage', async (args, sentence, path) => {
  const { exitCode, out, err } = await latchkey(args);
  expect([exitCode, out]).toEqual([2, '']);
  expect(err).toContain(sentence);
  expect(err.endsWith(`\nRun \`latchkey${path} --help\` for usage.\n`)).toBe(true);
});

test('wrong usage is detected before the database is used', async () => {
  const { exitCode, err } = await latchkey(['organizations', 'set-status', '--organization', 'acme', '--status', 'gone']);
  expect([exitCode, err]).toEqual([2, expect.not.stringContaining('DATABASE_URL')]);
});

test('the version is that of the package', async () => {
  expect(await latchkey(['--version'])).toEqual({ exitCode: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), err: '' });
});

test.each([
  [['bootstrap', 'organization'], 'organizations create'],
  [['bootstrap', 'status'], 'organizations set-status'],
  [['bootstrap', 'feature'], 'organizations set-feature'],
  [['bootstrap', 'user'], 'users add'],
  [['bootstrap', 'remove-user'], 'users remove'],
  [['bootstrap', 'block-user'], 'users block'],
  [['bootstrap', 'unblock-user'], 'users unblock'],
  [['bootstrap', 'token'], 'tokens issue'],
  [['failed-events', 'list'], 'events failed'],
  [['failed-events', 'retry'], 'events retry'],
  [['keys', 'rotate-secret'], 'secret-key rotate'],
  [['keys', 'forget-lost'], 'secret-key forget-lost'],
  [['reseal'], 'secret-key rotate'],
])('%j is deprecated but works, and prints its current name', async (args, current) => {
  const { exitCode, out, err } = await latchkey([...args, '--help']);
  expect([exitCode, err]).toEqual([0, `\`${args.join(' ')}\` is deprecated: use \`latchkey ${current}\`.\n`]);
  expect(out).toMatch(new RegExp(`^Usage: latchkey ${current} `));
});

describe('completion', () => {
  const scriptFor = async (shell: string): Promise<string> => (await latchkey(['completion', shell])).out;
  let bash: string;
  beforeEach(async () => {
    bash = await scriptFor('bash');
  });

  const complete = (...words: string[]): string[] => {
    const program = `${bash}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _latchkey; printf '%s\\n' "\${COMPREPLY[@]}"`;
    // The script is longer than an argument may be.
    return execFileSync('bash', ['-s', '--', 'latchkey', ...words], { input: program, encoding: 'utf8' })
      .split('\n')
      .filter(Boolean);
  };

  test.each<[string[], string[]]>([
    [['organ'], ['organizations']],
    [['or'], ['organizations', 'orders']],
    [['organizations', ''], [...GROUPS['organizations']!]],
    [['keys', 'dis'], ['disable']],
    [['users', 'add', '--r'], ['--role']],
    [
      ['users', 'add', '--organization', 'acme', '--role', ''],
      ['owner', 'admin', 'member', 'finance', 'support'],
    ],
    [['users', 'add', '--organization', ''], []],
    [
      ['organizations', 'set-feature', '--turn', 'o'],
      ['on', 'off'],
    ],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [
      ['migrate', ''],
      ['--dry-run', '--create-database', '--json', '--help'],
    ],
  ])('bash completes %j with %j', (words, expected) => {
    expect(complete(...words)).toEqual(expected);
  });

  test('bash completes ids with those of the service', () => {
    const asked = 'latchkey() { [ "$*" = "complete-ids customers" ] && printf "id-1\\tAda\\nid-2\\tEve\\n"; }';
    const completed = (...words: string[]) => complete(...words);
    bash = `${asked}\n${bash}`;
    expect(completed('customers', 'show', '')).toEqual(['id-1', 'id-2']);
    expect(completed('customers', 'show', '--q')).toEqual(['--quiet']);
    expect(completed('keys', 'issue', '--customer-id', 'id-2')).toEqual(['id-2']);
  });

  test('the zsh script uses the function of bash', async () => {
    expect(await scriptFor('zsh')).toBe(`#compdef latchkey\nautoload -U +X bashcompinit && bashcompinit\n${bash}`);
  });

  test('the fish script has a line for every subcommand, option and value', async () => {
    const fish = await scriptFor('fish');
    expect(fish).toContain(
      "complete -c latchkey -n '__latchkey_at organizations' -a create -d 'Create an organization with its owner and a first personal access token'",
    );
    expect(fish).toContain(
      "complete -c latchkey -n '__latchkey_at users add' -l role -x -a 'owner admin member finance support' -d ",
    );
    expect(fish).toContain("complete -c latchkey -n '__latchkey_at completion' -a 'bash zsh fish'");
    expect(fish).toContain("complete -c latchkey -n '__latchkey_at' -a start -d ");
    const ids = "-x -a '(latchkey complete-ids customers 2>/dev/null)'";
    expect(fish).toContain(`complete -c latchkey -n '__latchkey_at customers show' ${ids}\n`);
    expect(fish).toContain(`complete -c latchkey -n '__latchkey_at keys issue' -l customer-id ${ids} -d `);
    expect(fish).not.toContain('-a complete-ids');
  });
});

test('help of a command that has arguments and a subcommand is not mistaken for its argument', async () => {
  const { exitCode, out } = await latchkey(['import', 'purchases.csv', '--help']);
  expect([exitCode, out]).toEqual([0, expect.stringContaining('Usage: latchkey import [options] [command] [files...]')]);
});
