import { dump, EVENT_ID, type Event, getScalarValue, load, parseEvents, YAMLException } from 'js-yaml';
import {
  canonical,
  type Catalog,
  type Entry,
  isObject,
  KINDS,
  type Origin,
  type Section,
  SECTIONS,
  type Value,
} from '#support/catalogs';
import { CliError } from '../../process/index.ts';

const VERSION = 1;
const KEY = /^[a-z0-9_][a-z0-9_-]{0,63}$/;
const COMMENT = '# Written by `latchkey catalog pull`; docs/guides/catalog-as-code.md says what may be changed.\n';

export type CatalogFile = Catalog & Required<Pick<Catalog, 'lineOf'>>;

/** Where each path begins, counted from 1. */
function linesIn(text: string, events: readonly Event[]): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
  /** The open collections: their paths, and the key whose value comes next, or the number of the next item. */
  const open: { readonly path: string; readonly isMapping: boolean; key?: string; index: number }[] = [];
  const next = (): string => {
    const around = open.at(-1);
    if (!around) return '';
    const name = around.isMapping ? around.key! : String(around.index++);
    around.key = undefined;
    return around.path === '' ? name : `${around.path}.${name}`;
  };
  for (const event of events) {
    const around = open.at(-1);
    if (event.type === EVENT_ID.SCALAR && around?.isMapping && around.key === undefined) {
      around.key = getScalarValue(text, event);
      lines.set(around.path === '' ? around.key : `${around.path}.${around.key}`, lineAt(event.valueStart));
    } else if (event.type === EVENT_ID.SCALAR || event.type === EVENT_ID.ALIAS) {
      next();
    } else if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE) {
      const path = next();
      if (!lines.has(path)) lines.set(path, lineAt(event.start));
      open.push({ path, isMapping: event.type === EVENT_ID.MAPPING, index: 0 });
    } else if (event.type === EVENT_ID.POP) {
      open.pop();
    }
  }
  return lines;
}

/** Reads a file, and tells everything that is wrong with its form, with the lines. */
export function readCatalog(name: string, text: string): CatalogFile {
  let value: unknown;
  let lines: ReadonlyMap<string, number>;
  try {
    value = load(text);
    lines = linesIn(text, parseEvents(text, {}));
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw new CliError(`${name}, line ${(error.mark?.line ?? 0) + 1}: ${error.reason}.`);
  }
  const lineOf = (path: string): number =>
    lines.get(path) ?? (path.includes('.') ? lineOf(path.slice(0, path.lastIndexOf('.'))) : 1);
  const problems: string[] = [];
  const wrong = (path: string, sentence: string): void => void problems.push(`${name}, line ${lineOf(path)}: ${sentence}`);
  const sections = isObject(value) ? sectionsIn(value, wrong) : new Map<Section, ReadonlyMap<string, Entry>>();
  if (!isObject(value) || value['catalog'] !== VERSION) wrong('catalog', `a catalog begins with \`catalog: ${VERSION}\`.`);
  if (problems.length > 0) throw new CliError(problems.join('\n'));
  return { pulled: originIn(value as Entry), sections, lineOf };
}

type Wrong = (path: string, sentence: string) => void;

function sectionsIn(value: Entry, wrong: Wrong): ReadonlyMap<Section, ReadonlyMap<string, Entry>> {
  for (const name of Object.keys(value))
    if (!['catalog', 'pulled', ...SECTIONS].includes(name)) wrong(name, `${name} is not a section: ${SECTIONS.join(', ')}.`);
  const sections = new Map<Section, ReadonlyMap<string, Entry>>();
  for (const section of SECTIONS) {
    const entries = value[section];
    if (entries === undefined) continue;
    if (entries !== null && !isObject(entries)) wrong(section, `${section} has entries by their keys.`);
    sections.set(section, entriesIn(section, isObject(entries) ? entries : {}, wrong));
  }
  return sections;
}

function entriesIn(section: Section, entries: Entry, wrong: Wrong): ReadonlyMap<string, Entry> {
  const found = new Map<string, Entry>();
  for (const [key, entry] of Object.entries(entries)) {
    const path = `${section}.${key}`;
    if (!KEY.test(key)) wrong(path, `${path}: a key has up to 64 lower-case letters, digits, hyphens and underscores.`);
    if (!isObject(entry)) {
      wrong(path, `${path} has to have fields.`);
      continue;
    }
    const known = KINDS[section].fields;
    for (const [field, value] of Object.entries(entry)) {
      const form = known.includes(field) ? formProblem(section, field, value) : `is no field: ${known.join(', ')}.`;
      if (form !== undefined) wrong(`${path}.${field}`, `${path}.${field} ${form}`);
    }
    found.set(key, entry);
  }
  return found;
}

const LISTS = new Set(['benefits', 'medias', 'attached_custom_fields', 'events', 'products']);
const OBJECTS = new Set(['properties', 'metadata', 'values', 'filter', 'aggregation']);

/** What is wrong with the form of a field. What is wrong with its content, the service says. */
function formProblem(section: Section, field: string, value: Value): string | undefined {
  // An endpoint without a filter.
  if (section === 'webhook_endpoints' && value === null) return undefined;
  const isList = LISTS.has(field) || (section === 'products' && field === 'prices');
  if (isList && !Array.isArray(value)) return 'has to be a list.';
  const hasNames = OBJECTS.has(field) || (section === 'connectors' && field === 'prices');
  return hasNames && !isObject(value) ? 'has to have names with values.' : undefined;
}

function originIn({ pulled }: Entry): Origin | undefined {
  if (!isObject(pulled ?? null)) return undefined;
  const { organization, at } = pulled as Entry;
  return typeof organization === 'string' && typeof at === 'string' ? { organization, at } : undefined;
}

/** In an order that does not depend on the service, so that differences between two files are those of catalogs. */
export function writeCatalog(sections: ReadonlyMap<Section, ReadonlyMap<string, Entry>>, pulled: Origin): string {
  const written = SECTIONS.filter((section) => sections.has(section)).map((section) => [
    section,
    Object.fromEntries(
      [...sections.get(section)!].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, entry]) => [key, orderedEntry(section, entry)]),
    ),
  ]);
  const value = { catalog: VERSION, pulled, ...Object.fromEntries(written) };
  return COMMENT + dump(value, { noRefs: true, lineWidth: -1 });
}

function orderedEntry(section: Section, entry: Entry): Entry {
  const value = canonical(entry) as Readonly<Record<string, Value>>;
  const { fields } = KINDS[section];
  return Object.fromEntries(fields.filter((field) => value[field] !== undefined).map((field) => [field, value[field]!]));
}
