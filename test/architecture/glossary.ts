/** One row of a context's glossary. */
export interface GlossaryEntry {
  readonly term: string;
  readonly meaning: string;
  /** The names in backticks: exported symbols, `Symbol.member`, or files. */
  readonly names: readonly string[];
}

const COLUMNS = ['Term', 'Meaning', 'In code'];

const cellsOf = (row: string): string[] =>
  row
    .trim()
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());

const isSeparator = (cells: readonly string[]): boolean => cells.every((cell) => /^:?-+:?$/.test(cell));

/** The lines below the heading, up to the next heading of the same or a higher level. */
function sectionOf(markdown: string): string[] {
  const lines = markdown.split('\n');
  const start = lines.findIndex((line) => line.trimEnd() === '## Glossary');
  if (start < 0) throw new Error('There is no heading "## Glossary".');
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => /^##? /.test(line));
  return end < 0 ? rest : rest.slice(0, end);
}

function entryOf(cells: readonly string[]): GlossaryEntry {
  if (cells.length !== COLUMNS.length) throw new Error(`A row has ${cells.length} columns: ${cells.join(' | ')}`);
  const [term, meaning, code] = cells as [string, string, string];
  return { term, meaning, names: [...code.matchAll(/`([^`]+)`/g)].map(([, name]) => name!) };
}

/** Reads the table `Term | Meaning | In code` under the heading `## Glossary`. Throws if either is missing or malformed. */
export function readGlossary(markdown: string): GlossaryEntry[] {
  const [header, separator, ...rows] = sectionOf(markdown)
    .filter((line) => line.startsWith('|'))
    .map(cellsOf);
  if (header?.join() !== COLUMNS.join() || !separator || !isSeparator(separator)) {
    throw new Error(`The glossary is not a table with the columns ${COLUMNS.join(', ')}.`);
  }
  return rows.map(entryOf);
}
