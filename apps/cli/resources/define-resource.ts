import { Argument, type Command, Option } from 'commander';
import { UsageError } from '../../process/index.ts';
import { OPERATIONS } from '../../api/operations/described.ts';
import {
  type Field,
  fieldsOf,
  isArgument,
  isRead,
  type Operation,
  type Resource,
  type Row,
} from '../../api/operations/operation.ts';
import { RESOURCES } from '../../api/operations/resources.ts';
import { addConnectionOptions } from '../connection/connect.ts';
import { asCommand } from '../current-command.ts';
import { pathOf, usageError } from '../define-command.ts';
import { flagOf } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import { CREATES_SANDBOX } from './copied-catalog.ts';
import { inputOf } from './input.ts';
import { KEY_ARGUMENT, namesKey } from './key-arguments.ts';
import { asksFor, runOperation } from './run-operation.ts';

/** More are known to the completion of the shell only. */
const MOST_CHOICES = 12;

/** The group of commands of which a field has the id: `customer_id` of any, `id` of its own. */
function groupOf({ name, in: place, format }: Field, own: string): string | undefined {
  if (format !== 'uuid4') return undefined;
  const group = name === 'id' && place === 'path' ? own : `${name.replace(/_id$/, '')}s`;
  return RESOURCES[group]?.rows['list'] ? group : undefined;
}

const FORMATS: Readonly<Record<string, string>> = { uuid4: '<id>', 'date-time': '<time>', date: '<day>', email: '<email>' };

const valueOf = ({ type, items, choices, format = '' }: Field): string => {
  if (type === 'object' || items === 'object') return '<json>';
  if (type === 'integer' || type === 'number') return '<number>';
  return choices ? '<name>' : (FORMATS[format] ?? '<text>');
};

function describe({ description, choices, type }: Field): string {
  const listed = choices && choices.length <= MOST_CHOICES ? ` (${choices.join(', ')})` : '';
  return `${description.replaceAll('`', '')}${listed}${type === 'array' && !description.includes('epeat') ? ' Can be repeated.' : ''}`;
}

function addField(command: Command, row: Row, field: Field, group: string): void {
  const known = { argChoices: field.choices ? [...field.choices] : undefined, completes: groupOf(field, group) };
  if (isArgument(row, field)) {
    const text = namesKey(row, field) ? KEY_ARGUMENT : describe(field);
    command.addArgument(Object.assign(new Argument(`<${field.name}>`, text), known));
  } else if (field.type === 'boolean') {
    command.option(flagOf(field.name), describe(field));
    command.option(flagOf(`no_${field.name}`), `The opposite of ${flagOf(field.name)}`);
  } else {
    const required = field.required ? ' (required)' : '';
    const option = new Option(`${flagOf(field.name)} ${valueOf(field)}`, `${describe(field)}${required}`);
    if (field.type === 'array') option.argParser((value, before: readonly string[] = []) => [...before, value]);
    command.addOption(Object.assign(option, known));
  }
}

/** Whether a body can be given as a whole. */
const takesInput = ({ only }: Row, { hasBody }: Operation): boolean => hasBody === true && only === undefined;

function defineOperation(command: Command, terminal: Terminal, row: Row, group: string): void {
  const operation = OPERATIONS[row.of]!;
  const fields = fieldsOf(row, operation);
  for (const field of fields) addField(command, row, field, group);
  if (takesInput(row, operation)) command.option('--input <file>', 'File with the whole body as JSON, or - for stdin');
  if (row.of === CREATES_SANDBOX) command.option('--copy-catalog', 'Copy the catalog to it, and say what was left out');
  addConnectionOptions(command);
  command.option('--json', 'Print the response as JSON').option('--quiet', 'Print ids only');
  if (!isRead(row, operation)) command.option('--dry-run', 'Print the request, and do not send it');
  if (row.goesOn) command.option('--wait', 'Wait until it has ended, and say meanwhile how far it is');
  if (row.ends) command.option('--yes', `Do it. ${asksFor(row)}`);
  command.action(() =>
    asCommand(pathOf(command), async () => {
      const { input, problems } = await inputOf(command, row, fields, terminal);
      if (problems.length > 0) throw new UsageError(problems.join('\n'));
      await runOperation({ command, terminal, row, operation, input });
    }).catch((error: unknown) => {
      throw error instanceof UsageError ? usageError([error.message], command) : error;
    }),
  );
}

/** Adds the commands of a resource that work over the HTTP API. */
export function defineResource(name: string, { rows }: Resource, command: Command, terminal: Terminal): void {
  for (const [verb, row] of Object.entries(rows)) {
    const does = row.does ?? OPERATIONS[row.of]!.summary;
    defineOperation(verb === '' ? command : command.command(verb).description(does), terminal, row, name);
  }
}
