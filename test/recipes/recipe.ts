/** A file to create, or a text that occurs once in a file and what takes its place. */
export type Edit =
  { readonly file: string; readonly create: string } | { readonly file: string; readonly find: string; readonly instead: string };

/** What a reader does in one go, and the edits that it consists of. */
export interface Step {
  readonly what: string;
  readonly edits: readonly Edit[];
  /** The suite that reports that the step is missing, where neither the compiler nor a check of this folder can: it needs a database. */
  readonly suite?: string;
}

export interface Recipe {
  /** Completes "How to add …". */
  readonly title: string;
  /** What holds for all that is added in this way. */
  readonly rules?: string;
  readonly steps: readonly Step[];
}

export const create = (file: string, text: string): Edit => ({ file, create: text });

export const replace = (file: string, find: string, instead: string): Edit => ({ file, find, instead });

/** Adds lines after a text. */
export const after = (file: string, find: string, added: string): Edit => replace(file, find, `${find}${added}`);

/** Adds lines before a text. */
export const before = (file: string, find: string, added: string): Edit => replace(file, find, `${added}${find}`);

/** The files after the edits, by their paths. Throws if an anchor has moved. */
export function apply(steps: readonly Step[], read: (file: string) => string | undefined): Map<string, string> {
  const files = new Map<string, string>();
  for (const edit of steps.flatMap(({ edits }) => edits)) {
    const { file } = edit;
    const text = files.get(file) ?? read(file);
    if ('create' in edit) {
      if (text !== undefined) throw new Error(`${file} exists already`);
      files.set(file, edit.create);
      continue;
    }
    const parts = (text ?? '').split(edit.find);
    if (parts.length !== 2) throw new Error(`${file} has this text ${parts.length - 1} times instead of once: ${edit.find}`);
    files.set(file, parts.join(edit.instead));
  }
  return files;
}

const linesOf = (text: string): number => text.split('\n').filter((line) => line.trim() !== '').length;

const addedBy = (edit: Edit): number =>
  linesOf('create' in edit ? edit.create : edit.instead) - ('create' in edit ? 0 : linesOf(edit.find));

const filesOf = (edits: readonly Edit[]): string[] => [...new Set(edits.map(({ file }) => file))];

/** The recipe as it is in CONTRIBUTING.md. */
export function toMarkdown({ title, rules, steps }: Recipe): string {
  const edits = steps.flatMap((step) => step.edits);
  const lines = edits.reduce((sum, edit) => sum + Math.max(addedBy(edit), 0), 0);
  const files = filesOf(edits).length;
  return [
    `**… ${title}.**${rules === undefined ? '' : ` ${rules}`} ${steps.length} steps, ${files} ${files === 1 ? 'file' : 'files'}, ${lines} lines in the example:`,
    '',
    ...steps.map(
      ({ what, edits: own }, index) =>
        `${index + 1}. ${filesOf(own)
          .map((file) => `\`${file}\``)
          .join(', ')}: ${what}`,
    ),
  ].join('\n');
}
