import { readArguments } from '../../apps/bootstrap/arguments.ts';
import { subcommands } from '../../apps/bootstrap/subcommands/index.ts';

test.each([[[]], [['--help']], [['-h']], [['help']], [['--help', 'status']]])('%j asks for the overview', (args) => {
  expect(readArguments(args)).toEqual({ help: expect.stringContaining('npm run bootstrap -- <command>') });
});

test.each(Object.keys(subcommands))('%s explains itself, and every option', (name) => {
  const wish = readArguments([name, '--help']);
  for (const option of Object.keys(subcommands[name]!.options)) {
    expect(wish).toEqual({ help: expect.stringMatching(`--${option} <`) });
  }
});

test('what is given is handed over', () => {
  expect(readArguments(['status', '--organization', 'acme', '--status=active'])).toEqual({
    subcommand: subcommands['status'],
    values: { organization: 'acme', status: 'active' },
  });
  expect(readArguments(['token', '--email', 'a@example.com'])).toMatchObject({ values: { email: 'a@example.com' } });
});

test.each([
  [['nonsense'], 'There is no command nonsense.', ''],
  [['constructor'], 'There is no command constructor.', ''],
  [['--name', 'Acme'], 'There is no command --name.', ''],
  [['organization', '--name', 'Acme', '--slug', 'acme'], '--owner <email> is needed.', 'organization '],
  [['organization', '--name', ' ', '--slug', 'acme', '--owner', 'a@example.com'], '--name <name> is needed.', 'organization '],
  [['token', '--email', ''], '--email <email> is needed.', 'token '],
  [['status', '--organization', 'acme', '--status', 'gone'], '--status must be one of created, review,', 'status '],
  [
    ['user', '--organization', 'a', '--email', 'a', '--role', 'boss'],
    '--role must be one of owner, admin, member, finance,',
    'user ',
  ],
  [['status', '--colour', 'red'], "Unknown option '--colour'.", 'status '],
  [['status', 'acme'], "Unexpected argument 'acme'.", 'status '],
  [['status', '--organization'], "Option '--organization <value>' argument missing.", 'status '],
  [['status', '--help=yes'], "Option '-h, --help' does not take an argument.", 'status '],
])('%j is refused in a sentence', (args, sentence, name) => {
  const act = () => readArguments(args);
  expect(act).toThrow(sentence);
  expect(act).toThrow(new RegExp(`\nSee npm run bootstrap -- ${name}--help$`));
});
