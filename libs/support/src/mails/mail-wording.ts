/** A text that a seller wrote for a mail. Placeholders are written as `{{name}}`. */
export interface MailWording {
  readonly subject: string;
  /** Paragraphs, separated by empty lines. */
  readonly body: string;
}

/** A code to copy, with an optional caption, or a labelled link. */
export type MailBlock = { readonly code: string; readonly caption?: string } | { readonly link: string; readonly label: string };

/** What a placeholder stands for: words, a text with lines and paragraphs, a code or a link; null if the mail has nothing to say there. */
export type PlaceholderValue = string | { readonly text: string } | MailBlock | null;

/** The placeholders of a mail with what they stand for. */
export type MailValues = Readonly<Record<string, PlaceholderValue>>;

export const MOST_SUBJECT_CHARACTERS = 200;
export const MOST_BODY_CHARACTERS = 5_000;

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
/** Line breaks would start another header; the others are seen by nobody. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const CONTROLS_OF_BODY = /[^\P{Cc}\n]/u;

const namesIn = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(([, name]) => name!.trim());

/** Why a text cannot be used, and where. */
export interface WordingProblem {
  readonly field: keyof MailWording;
  readonly problem: string;
}

const list = (names: readonly string[]): string => names.map((name) => `{{${name}}}`).join(', ');

/** Why a mail with these values, of which the body has to show those that are required, cannot have this text. Null if it can. */
export function problemOf(
  { subject, body }: MailWording,
  values: MailValues,
  required: readonly string[],
): WordingProblem | null {
  const names = Object.keys(values);
  // What is to be copied or opened may be secret, and subjects are shown on locked screens; texts are too long.
  const inSubjects = names.filter((name) => typeof values[name] === 'string' || values[name] === null);
  return (
    textProblem('subject', subject, inSubjects, CONTROLS) ??
    textProblem('body', body, names, CONTROLS_OF_BODY) ??
    missing(body, required)
  );
}

function textProblem(
  field: keyof MailWording,
  text: string,
  allowed: readonly string[],
  controls: RegExp,
): WordingProblem | null {
  if (controls.test(text))
    return { field, problem: `It contains a control character${field === 'subject' ? ' or a line break' : ''}.` };
  if (text.trim() === '') return { field, problem: 'It is empty.' };
  const unknown = namesIn(text).find((name) => !allowed.includes(name));
  if (unknown !== undefined) return { field, problem: `{{${unknown}}} is not known here. Known are ${list(allowed)}.` };
  return /\{\{|\}\}/.test(text.replace(PLACEHOLDER, ''))
    ? { field, problem: 'It contains {{ or }} that belong to no placeholder.' }
    : null;
}

function missing(body: string, required: readonly string[]): WordingProblem | null {
  const used = namesIn(body);
  const name = required.find((each) => !used.includes(each));
  return name === undefined ? null : { field: 'body', problem: `{{${name}}} is missing: without it the mail is of no use.` };
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function plain(value: PlaceholderValue | undefined): string {
  if (typeof value === 'string') return oneLine(value);
  if (!value) return '';
  if ('text' in value) return oneLine(value.text);
  return 'link' in value ? value.link : value.code;
}

const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');

/** Values are inserted once: what looks like a placeholder in them is text. */
const filled = (text: string, values: MailValues): string =>
  text.replace(PLACEHOLDER, (_placeholder, name: string) => plain(values[name.trim()]));

/**
 * The text with its values. A paragraph that is a single text, code or link is shown as such, and one with a placeholder that stands for nothing is
 * left out.
 */
export function worded({ subject, body }: MailWording, values: MailValues): { subject: string; parts: (string | MailBlock)[] } {
  const parts = paragraphsOf(body).flatMap((paragraph): (string | MailBlock)[] => {
    const names = namesIn(paragraph);
    if (names.some((name) => (values[name] ?? null) === null)) return [];
    const [name] = names;
    const only = name !== undefined && paragraph.replace(PLACEHOLDER, '') === '' && names.length === 1 ? values[name] : null;
    if (typeof only !== 'object' || only === null) return [filled(paragraph, values)];
    return 'text' in only ? paragraphsOf(only.text) : [only];
  });
  return { subject: oneLine(filled(subject, values)), parts };
}
