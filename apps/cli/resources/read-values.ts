import { isSecretName } from '#platform/wire/composition';
import type { Field } from '../../api/operations/operation.ts';
import { flagOf } from '../options.ts';

/** What stands for a value on the command line: texts for an option that was repeated, true or false for a flag. */
export type Given = string | readonly string[] | boolean;

type Read = { readonly value: unknown } | { readonly problem: string };

const NUMBERS = { integer: /^-?\d+$/, number: /^-?\d+(\.\d+)?$/ } as const;

/** Lists of such values can be separated by commas; other texts may have commas. */
const isSeparable = ({ choices, format }: Field): boolean => choices !== undefined || format === 'uuid4';

/** The value of the field, or a sentence that says what is wrong with it. */
export function readValue(field: Field, given: Given, label: string): Read {
  if (typeof given === 'boolean') return { value: given };
  if (field.type !== 'array') return readOne({ ...field, format: undefined }, (given as string).trim(), label);
  const whole = [given].flat().join().trim();
  if (whole === '' && field.nullable) return { value: null };
  if (whole.startsWith('[')) return readJson(whole, Array.isArray, `${label} must be a JSON list`);
  const texts = [given].flat().flatMap((text) => (isSeparable(field) ? text.split(',') : [text]));
  const element: Field = { ...field, type: field.items ?? 'string', nullable: undefined };
  const read = texts.map((text) => readOne(element, text.trim(), label));
  return read.find((each) => 'problem' in each) ?? { value: read.map((each) => (each as { readonly value: unknown }).value) };
}

function readOne({ type, nullable, choices }: Field, text: string, label: string): Read {
  if (text === '' && nullable) return { value: null };
  if (choices && !choices.includes(text)) return { problem: `${label} must be one of ${choices.join(', ')}, not ${text}.` };
  if (type === 'integer' || type === 'number') {
    const isNumber = NUMBERS[type].test(text) && Number.isFinite(Number(text));
    return isNumber ? { value: Number(text) } : { problem: `${label} must be a${type === 'integer' ? ' whole' : ''} number.` };
  }
  if (type === 'object') return readJson(text, isObject, `${label} must be a JSON object`);
  return { value: text };
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The sentence does not repeat the text, which may contain a secret. */
function readJson(text: string, isWanted: (value: unknown) => boolean, sentence: string): Read {
  try {
    const value = JSON.parse(text) as unknown;
    return isWanted(value) ? { value } : { problem: `${sentence}.` };
  } catch (error) {
    return { problem: `${sentence} (${(error as Error).name}).` };
  }
}

/** A body that is given as a whole. */
export const readBody = (text: string): Read => readJson(text, isObject, '--input must be a JSON object');

/** What the processes of a machine cannot see: `-` stands for a line on stdin. */
export const isReadFromStdin = ({ name }: Field, given: Given | undefined): boolean => given === '-' && isSecretName(name);

/** As written on the command line. */
export const labelOf = (field: Field, isArgument: boolean): string => (isArgument ? `<${field.name}>` : flagOf(field.name));
