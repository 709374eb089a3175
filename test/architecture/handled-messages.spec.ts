import { unhandledMessages } from './handled-messages.ts';
import { everything, production, sourceOf } from './sources.ts';

test('every program handles the commands and queries that it and its handlers send', () => {
  expect(unhandledMessages(everything())).toEqual([]);
  const programs = production().filter(({ file, code }) => file.startsWith('apps/') && code.includes('PlatformModule.register('));
  expect(programs.map(({ file }) => file).toSorted()).toEqual(['apps/api/api.module.ts', 'apps/worker/worker.module.ts']);
});

test('every application context is one of these programs', () => {
  const made = production()
    .filter(({ file }) => file.startsWith('apps/'))
    .flatMap(({ file, code }) =>
      [...code.matchAll(/\b(?:NestFactory\.create\w*|withApplication)\(\s*([\w.]+)/g)].map(([, module]) => [file, module!]),
    );
  expect(made.length).toBeGreaterThan(4);
  const others = made.filter(([, module]) => !/^(ApiModule|WorkerModule)\.register$|^module$/.test(module!));
  expect(others).toEqual([]);
});

describe('a program without a context', () => {
  const context = (name: string, text: string) => sourceOf(`libs/${name}/src/commands/all.ts`, text);
  const program = (...names: readonly string[]) =>
    sourceOf(
      'apps/small/small.module.ts',
      `${names.map((name) => `import { ${name}Module } from '#${name}';`).join('\n')}
       export const small = [PlatformModule.register(), ${names.map((name) => `${name}Module`).join()}];`,
    );
  const alpha = context(
    'alpha',
    `export class MakeThing extends Command<void> {}
     @CommandHandler(MakeThing) export class MakeThingHandler { execute() { return this.commands.execute(new TellBeta()); } }`,
  );
  const beta = context(
    'beta',
    `export class TellBeta extends Command<void> {}
     @CommandHandler(TellBeta) export class TellBetaHandler {}`,
  );

  test('that handles what a handler sends is found', () => {
    expect(unhandledMessages([alpha, beta, program('alpha')])).toEqual([
      'apps/small/small.module.ts: libs/alpha/src/commands/all.ts sends TellBeta, which it does not handle',
    ]);
    expect(unhandledMessages([alpha, beta, program('alpha', 'beta')])).toEqual([]);
  });

  test('that handles what the program sends is found', () => {
    const sends = sourceOf('apps/small/commands/tell.ts', 'export const tell = () => new TellBeta();');
    expect(unhandledMessages([beta, sends, program('alpha')])).toEqual([
      'apps/small/small.module.ts: apps/small/commands/tell.ts sends TellBeta, which it does not handle',
    ]);
  });
});
