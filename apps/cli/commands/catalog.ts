import { ArrayNotEmpty, IsIn } from 'class-validator';
import { readFile, writeFile } from 'node:fs/promises';
import {
  applyPlan,
  onlyOrganization,
  type Plan,
  planOf,
  readState,
  type Section,
  SECTIONS,
  type Send,
  type State,
} from '#support/catalogs';
import { CliError, UsageError } from '../../process/index.ts';
import { type CatalogFile, readCatalog, writeCatalog } from '../catalog/catalog-file.ts';
import { textOfPlan } from '../catalog/plan-text.ts';
import { senderOf } from '../connection/call-service.ts';
import { connect } from '../connection/connect.ts';
import { reasonOf } from '../connection/service-errors.ts';
import { ProfileOption } from '../connection/token-option.ts';
import { type Define, defineCommand, type Progress, type Result } from '../define-command.ts';
import { CatalogDiffers } from '../exit-codes.ts';
import { ListOption } from '../option-types.ts';
import { CliArgument, CliFlag, CliOption } from '../options.ts';

class CatalogOptions {
  @CliArgument('<file>', 'File with the catalog, in YAML')
  readonly file!: string;

  @ProfileOption()
  readonly profile?: string;

  @CliOption('<id or slug>', 'The organization, if the token may see several; by default that of the profile', { optional: true })
  readonly organization?: string;
}

class PullOptions extends CatalogOptions {
  @ListOption('<sections>', `Only these sections, such as products,benefits; all by default: ${SECTIONS.join(', ')}`)
  @ArrayNotEmpty({ message: '--sections must name at least one section.' })
  @IsIn(SECTIONS, { each: true, message: `--sections takes ${SECTIONS.join(', ')}.` })
  readonly sections?: readonly Section[];
}

class DiffOptions extends CatalogOptions {
  @CliFlag('Archive what the file does not have, in the sections that it has')
  readonly prune: boolean = false;
}

class PushOptions extends DiffOptions {
  @CliFlag('Apply the plan without a question')
  readonly yes: boolean = false;

  @CliFlag('Replace what somebody has changed since it was pushed or pulled')
  readonly overwrite: boolean = false;

  @CliOption('<keep|revoke>', 'What those have who bought a product from which a benefit is removed; keep by default', {
    optional: true,
    choices: ['keep', 'revoke'],
  })
  readonly existingCustomers?: 'keep' | 'revoke';
}

async function organizationOf(send: Send): Promise<State['organization']> {
  const organization = await onlyOrganization(send);
  if (!organization) throw new UsageError('The token may see several organizations: name one with --organization.');
  return organization;
}

async function pull(options: PullOptions, env: NodeJS.ProcessEnv): Promise<Result> {
  const send = senderOf(await connect(options, env));
  const state = await readState(send, await organizationOf(send), options.sections ?? SECTIONS, new Map());
  const sections = new Map(
    [...state.sections].map(([section, found]) => {
      const current = [...found.values()].filter(({ entry }) => entry['is_archived'] !== true);
      return [section, new Map(current.map(({ key, entry }) => [key, entry]))] as const;
    }),
  );
  await writeFile(options.file, writeCatalog(sections, { organization: state.organization.slug, at: newestIn(state) })).catch(
    (error: unknown) => {
      throw new CliError(`${options.file} cannot be written (${reasonOf(error)}).`);
    },
  );
  const counts = Object.fromEntries([...sections].map(([section, entries]) => [section, entries.size]));
  const listed = Object.entries(counts).map(([section, count]) => `${count} ${section}`);
  return {
    text: `${options.file} has the catalog of ${state.organization.slug}: ${listed.join(', ')}.`,
    data: { organization: state.organization.slug, file: options.file, ...counts },
  };
}

/** The time of the newest change: a file that is pulled again without one is the same. */
const newestIn = ({ sections }: State): string =>
  [...sections.values()]
    .flatMap((found) => [...found.values()].map(({ resource }) => resource.modified_at ?? resource.created_at))
    .reduce((newest, time) => (time > newest ? time : newest), new Date(0).toISOString());

async function plan(
  options: DiffOptions,
  send: Send,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly plan: Plan; readonly state: State; readonly lineOf: CatalogFile['lineOf'] }> {
  const { file: name, prune } = options;
  const text = await readFile(name, 'utf8').catch((error: unknown) => {
    throw new CliError(`${name} cannot be read (${reasonOf(error)}).`);
  });
  const file = readCatalog(name, text);
  const sections = SECTIONS.filter((section) => file.sections.has(section));
  if (sections.length === 0) throw new CliError(`${name} has no section: ${SECTIONS.join(', ')}.`);
  const state = await readState(send, await organizationOf(send), sections, file.sections);
  return { state, plan: planOf({ file, state, prune, env }), lineOf: file.lineOf };
}

const dataOf = ({ organization, steps, problems, notes }: Plan): object => ({
  organization,
  steps: steps.map(({ does, section, key, changes, conflict }) => ({ does, section, key, changes, conflict })),
  problems,
  notes,
});

async function diff(options: DiffOptions, env: NodeJS.ProcessEnv, progress: Progress): Promise<void> {
  const { plan: made } = await plan(options, senderOf(await connect(options, env)), env);
  progress.report({ text: textOfPlan(made), data: dataOf(made) });
  if (made.problems.length > 0) throw new CliError('The file cannot be pushed as it is.');
  if (made.steps.length > 0) throw new CatalogDiffers(`${made.organization} does not have what ${options.file} says.`);
}

async function push(options: PushOptions, env: NodeJS.ProcessEnv, progress: Progress): Promise<void> {
  const send = senderOf(await connect(options, env));
  const { plan: made, state, lineOf } = await plan(options, send, env);
  const { steps, problems } = made;
  progress.report({ text: textOfPlan(made), data: dataOf(made) });
  if (problems.length > 0) throw new CliError('Nothing was changed: the file cannot be pushed as it is.');
  if (steps.length === 0) return;
  if (steps.some(({ conflict }) => conflict) && !options.overwrite)
    throw new CliError(
      'Nothing was changed: somebody has changed what the file would replace. Pull again, or give --overwrite to replace it.',
    );
  if (!options.yes) await askFor(progress, made);
  const applied: string[] = [];
  try {
    await applyPlan(made, { send, state, env, existingCustomers: options.existingCustomers ?? 'keep' }, (step, id) => {
      applied.push(`${step.section}.${step.key}`);
      progress.report({
        text: `${DONE[step.does]} ${step.section}.${step.key} (${id})`,
        data: { done: step.does, section: step.section, key: step.key, id },
      });
    });
  } catch (error) {
    if (error instanceof CliError) progress.warn(unfinished(made, applied, lineOf));
    throw error;
  }
}

const DONE = { create: 'Created', update: 'Changed', archive: 'Archived' } as const;

function unfinished({ steps }: Plan, applied: readonly string[], lineOf: CatalogFile['lineOf']): string {
  const next = steps[applied.length];
  const at = next
    ? `${next.section}.${next.key} (line ${lineOf(`${next.section}.${next.key}`)}) failed`
    : 'Its keys were not stored everywhere';
  return `${at}, after ${applied.length} of ${steps.length} steps. What was done stays; run the command again to continue.`;
}

async function askFor({ ask }: Progress, { organization }: Plan): Promise<void> {
  const answer = await ask(`Apply this to ${organization}? (yes/no) `);
  if (answer === undefined) throw new CliError('Nothing was changed: nobody can be asked here. --yes applies the plan.');
  if (!/^y(es)?$/i.test(answer.trim())) throw new CliError('Nothing was changed.');
}

export const defineCatalog: Define = (group, terminal) => {
  const pulled = group.command('pull').description('Write the catalog of an organization to a file');
  defineCommand(pulled, terminal, { options: PullOptions, run: pull });
  const compared = group.command('diff').description('Show what a push would change; exit code 7 if it is anything');
  defineCommand(compared, terminal, { options: DiffOptions, run: diff });
  const pushed = group.command('push').description('Show what the file changes in the organization, ask, and change it');
  defineCommand(pushed, terminal, { options: PushOptions, run: push });
};
