import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { neverMade } from '../architecture/messages.ts';
import { undocumentedSettings, unreadSettings } from '../architecture/settings.ts';
import { incompleteModules, misregistered, typesApart, uncomposed, unknownRows } from '../architecture/registration.ts';
import { everything, ROOT, type Source, sourceOf } from '../architecture/sources.ts';
import { BENEFIT_TYPE } from './benefit-type.ts';
import { CONTEXT } from './context.ts';
import { KEY_FIELD } from './key-field.ts';
import { COMMAND, EVENT, QUERY, SUBSCRIBER, WEBHOOK_KIND } from './messages.ts';
import { apply, type Recipe, type Step, toMarkdown } from './recipe.ts';
import { SCHEDULED_JOB } from './scheduled-job.ts';
import { SETTING } from './setting.ts';
import { VERSION } from './version.ts';
import { type Texts, Workspace } from './workspace.ts';

const RECIPES: readonly Recipe[] = [
  COMMAND,
  QUERY,
  EVENT,
  SUBSCRIBER,
  SCHEDULED_JOB,
  SETTING,
  WEBHOOK_KIND,
  BENEFIT_TYPE,
  KEY_FIELD,
  VERSION,
  CONTEXT,
];
const STEPS = RECIPES.flatMap(({ steps }) => steps);

const workspace = new Workspace();

/** All recipes are followed at once, so that the compiler checks everything only once. */
const followed = (left?: Step): Texts =>
  apply(
    STEPS.filter((step) => step !== left),
    (file) => workspace.read(file),
  );

const BENEFITS_PAGE = 'apps/web/console/benefits/filters.ts';
const BENEFITS = 'libs/catalog/src/views/benefit.view.ts';
const SETTINGS = 'libs/platform/src/config/environment.ts';
const SETTINGS_PAGE = 'docs/configuration.md';
/** What runs in production reads settings. */
const RUNS = /^(?:apps|libs\/[^/]+\/src)\/(?!.*\.spec\.ts$)/;
/** A module that imports only types, from its text. */
const evaluated = async <Module>(text: string): Promise<Module> => {
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext },
  });
  return (await import(`data:text/javascript,${encodeURIComponent(outputText)}`)) as Module;
};

/** What the checks of `test/architecture` say about these files; the compiler is asked apart from them. */
function problems(files: Texts): string[] {
  const text = (file: string): string => files.get(file) ?? workspace.read(file)!;
  const known = new Set(everything().map(({ file }) => file));
  const sources: Source[] = [
    ...everything().map((source) => (files.has(source.file) ? sourceOf(source.file, files.get(source.file)!) : source)),
    ...[...files].filter(([file]) => !known.has(file) && file.endsWith('.ts')).map(([file, created]) => sourceOf(file, created)),
  ];
  const rows = sources
    .filter(({ file }) => file.endsWith('/adapters/messaging/subscribers.ts'))
    .flatMap(({ code }) => [...code.matchAll(/id: '(\w+)'/g)].map(([, id]) => id!));
  return [
    ...misregistered(sources),
    ...uncomposed(sources),
    ...incompleteModules(sources),
    ...unknownRows(sources, rows),
    ...neverMade(sources),
    ...undocumentedSettings(text(SETTINGS), text(SETTINGS_PAGE)),
    ...unreadSettings(sources.filter(({ file }) => RUNS.test(file))),
    ...typesApart(text(BENEFITS), text(BENEFITS_PAGE)),
  ];
}

test('who follows the recipes has no errors', () => {
  const files = followed();
  expect(workspace.errors(files)).toEqual([]);
  expect(problems(files)).toEqual([]);
});

describe.each(RECIPES)('$title', ({ steps }) => {
  const own = steps.flatMap(({ edits }) => edits.map(({ file }) => file));

  test.each(steps)('is reported without the step: $what', (step) => {
    if (existsSync(join(ROOT, step.suite ?? 'none'))) return;
    const files = followed(step);
    expect(problems(files)[0] ?? workspace.firstError(files, own)).toEqual(expect.any(String));
  });
});

test('a text about a person that follows the recipe is erased with its customer, and neither events nor the audit log have it', async () => {
  const declaration = followed().get('libs/licensing/src/domain/keys/license-key-fields.ts')!;
  const { fieldsIn } = await evaluated<typeof import('../../libs/licensing/src/domain/keys/license-key-fields.ts')>(declaration);
  const partsOf = (name: string) =>
    (['remark', 'events', 'audit', 'presented'] as const).filter((part) => (fieldsIn(part) as string[]).includes(name));
  expect([partsOf('contact'), partsOf('notes')]).toEqual([['remark'], ['remark', 'audit']]);
});

test('CONTRIBUTING.md has each recipe, word for word, as it is followed here', () => {
  const contributing = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  expect(RECIPES.map(toMarkdown).filter((text) => !contributing.includes(text))).toEqual([]);
});
