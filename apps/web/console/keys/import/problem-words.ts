import type { Schema } from '../../../api/client.ts';
import type { KeyImportWords } from './words.en.ts';
import type { Field } from './columns.ts';
import type { LineRefusal } from './lines.ts';
import type { UnreadableLine } from './read-key-file.ts';

type Problem = NonNullable<Schema<'ImportResult'>['problem']>;

/** The fields of the page, by the paths of the import. */
const FIELDS: Readonly<Record<string, Field>> = {
  external_id: 'order',
  product: 'product',
  product_id: 'product',
  'customer.email': 'email',
  'customer.name': 'name',
  purchased_at: 'purchased',
  started_at: 'purchased',
  key: 'key',
  expires_at: 'expires',
  limit_activations: 'limitActivations',
  limit_usage: 'limitUsage',
  usage: 'usage',
  status: 'status',
};

/** What is wrong with a line, in the language of the reader; in English what the page does not know. */
export function textOfProblem({ error, detail, fields }: Problem, words: KeyImportWords): string {
  if (fields.length === 0) return translated(words.errors, error) ?? detail;
  return fields
    .map(({ loc, msg, type }) => {
      const path = loc.join('.').replace(/^license_keys\.\d+\./, '');
      const sentence = translated(words.messages, msg) ?? translated(words.kinds, type) ?? msg;
      const field = FIELDS[path];
      const name = field ? words.fields[field] : path;
      return name === '' ? sentence : words.ofField(name, sentence);
    })
    .join(' ');
}

export const textOfRefusal = ({ problem, field }: LineRefusal, words: KeyImportWords): string =>
  field === undefined || !(problem in words.kinds)
    ? words.rows[problem as keyof KeyImportWords['rows']]
    : words.ofField(words.fields[field], translated(words.kinds, problem)!);

export const textOfUnreadable = ({ problem }: UnreadableLine, words: KeyImportWords): string => words.unreadable[problem];

const translated = (words: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(words, name) ? words[name] : undefined;
