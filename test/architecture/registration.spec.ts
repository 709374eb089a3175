import { subscribers } from '../../apps/worker/subscriptions.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { neverMade } from './messages.ts';
import {
  idsOfRows,
  incompleteModules,
  misregistered,
  subscriberClasses,
  typesApart,
  uncomposed,
  unknownRows,
} from './registration.ts';
import { everything, ROOT, sourceOf } from './sources.ts';

const KNOWN = subscribers.map(({ id }) => id);

test('handlers and migrations are exported from the index of their folder, and nothing else is', () => {
  expect(misregistered(everything())).toEqual([]);
});

test('modules provide what the indexes export', () => {
  expect(incompleteModules(everything())).toEqual([]);
});

test('processes are composed of all contexts', () => {
  expect(uncomposed(everything())).toEqual([]);
});

test('subscribers are rows of the tables that a worker has', () => {
  expect(subscriberClasses(everything())).toEqual([]);
  expect(unknownRows(everything(), KNOWN)).toEqual([]);
  expect(idsOfRows(everything()).toSorted()).toEqual(KNOWN.toSorted());
});

test('commands, queries and events are made somewhere', () => {
  expect(neverMade(everything())).toEqual([]);
});

test('the console offers the types of benefits', () => {
  const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
  expect(typesApart(text('libs/catalog/src/views/benefit.view.ts'), text('apps/web/console/benefits/filters.ts'))).toEqual([]);
  expect(typesApart(`const BENEFIT_TYPES = ['made'] as const;`, `const TYPES = ['lost'] as const;`)).toEqual([
    'add made to apps/web/console/benefits/filters.ts',
    'remove lost from apps/web/console/benefits/filters.ts',
  ]);
});

describe('a forgotten registration is found:', () => {
  const handler = `@CommandHandler(MakeThing)\nexport class MakeThingHandler {}`;
  const module = (text: string) => sourceOf('libs/alpha/src/alpha.module.ts', text);
  const index = (layer: string, text = '') => sourceOf(`libs/alpha/src/${layer}/index.ts`, text);

  test('of a handler', () => {
    const file = sourceOf('libs/alpha/src/commands/things/make-thing.ts', handler);
    const line = `export { MakeThingHandler } from './things/make-thing.ts';`;
    expect(misregistered([file])).toEqual([`add to libs/alpha/src/commands/index.ts: ${line}`]);
    expect(misregistered([file, index('commands', line)])).toEqual([]);
    expect(misregistered([index('commands', line)])).toEqual([`remove from libs/alpha/src/commands/index.ts: ${line}`]);
  });

  test('of what an operation, or an aggregate, should make', () => {
    const command = sourceOf('libs/alpha/src/commands/make-thing.ts', 'export class MakeThing extends Command<void> {}');
    const event = sourceOf(
      'libs/alpha/src/domain/thing.events.ts',
      `export class ThingMade extends DomainEvent<'thing.made', {}> {}`,
    );
    const thing = (text: string) => sourceOf('libs/alpha/src/domain/thing.ts', text);
    expect(neverMade([command, event, thing('new events.ThingMade(); new MakeThing();')])).toEqual([]);
    expect(neverMade([command, event, thing('')])).toEqual([
      'libs/alpha/src/commands/make-thing.ts: nothing makes a MakeThing',
      'libs/alpha/src/domain/thing.events.ts: nothing makes a ThingMade',
    ]);
  });

  test('of a loader that queries share', () => {
    const file = sourceOf('libs/alpha/src/queries/thing-loader.ts', `@Injectable()\nexport class ThingLoader {}`);
    expect(misregistered([file, index('queries')])).toEqual([
      `add to libs/alpha/src/queries/index.ts: export { ThingLoader } from './thing-loader.ts';`,
    ]);
  });

  test('of a migration', () => {
    const file = sourceOf('libs/alpha/migrations/migration-1.ts', `export class Migration1 extends Migration {}`);
    expect(misregistered([file])).toEqual([
      `add to libs/alpha/migrations/index.ts: export { Migration1 } from './migration-1.ts';`,
    ]);
  });

  test('of an index', () => {
    const half = `import * as commands from './commands/index.ts'; @Module({ providers: [...Object.values(commands)] }) class A {}`;
    expect(incompleteModules([module(half), index('commands'), index('queries')])).toEqual([
      'add to the providers of libs/alpha/src/alpha.module.ts: ...Object.values(queries)',
    ]);
    expect(incompleteModules([module(`@Module({ providers: [MakeThingHandler] }) class A {}`)])).toEqual([
      'remove from libs/alpha/src/alpha.module.ts: MakeThingHandler, which is exported from the index of its folder',
    ]);
  });

  test('of a context', () => {
    const context = sourceOf(
      'libs/alpha/src/index.ts',
      `export { AlphaModule } from './alpha.module.ts';\nexport const alphaTables: Tables = { entities: [], migrations: [] };`,
    );
    const composed = (...names: readonly string[]) =>
      sourceOf(
        'apps/contexts.ts',
        `import { AlphaModule, alphaTables } from '#alpha';\nexport const all = [\n${names.join(',\n')},\n];`,
      );
    expect(uncomposed([context, composed('AlphaModule', 'alphaTables')])).toEqual([]);
    expect(uncomposed([context, composed('AlphaModule')])).toEqual(['add alphaTables to apps/contexts.ts']);
    expect(uncomposed([context, composed('alphaTables')])).toEqual(['add AlphaModule to apps/contexts.ts']);
  });

  test('of a subscriber', () => {
    const row = `const other = subscriber({ id: 'MakeThingWhenAsked', events: ['thing.asked'], command: () => new MakeThing() });`;
    const file = (text: string) => sourceOf('libs/alpha/src/adapters/messaging/make-thing.ts', text);
    expect(unknownRows([file(row)], KNOWN)).toEqual([
      'add MakeThingWhenAsked to the table of its context, and that to apps/worker/subscriptions.ts',
    ]);
    expect(subscriberClasses([file('export class MakeThingWhenAsked extends Subscriber<ThingAsked> {}')])).toEqual([
      'make MakeThingWhenAsked in libs/alpha/src/adapters/messaging/make-thing.ts a row of adapters/messaging/subscribers.ts',
    ]);
  });
});
