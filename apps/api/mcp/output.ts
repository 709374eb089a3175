import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { isSecretName } from '#platform/wire/composition';
import type { FieldTypes, Result } from '../operations/operation.ts';

type OutputSchema = NonNullable<Tool['outputSchema']>;

const NOTICE = { type: 'string', description: 'What the data is, and is not.' };
const NOW = { description: 'What it is about, as it is now.' };

/** Fields that have secrets are not shown, so none is required. */
const propertiesOf = (types: FieldTypes): object =>
  Object.fromEntries(
    Object.entries(types)
      .filter(([name]) => !isSecretName(name))
      .map(([name, type]) => [name, type === '' ? {} : { type: type.endsWith('?') ? [type.slice(0, -1), 'null'] : type }]),
  );

/** What a tool answers that reads. */
export function outputOf({ fields, items }: Result = { fields: {} }): OutputSchema {
  const elements = items ? { items: { type: 'array', items: { type: 'object', properties: propertiesOf(items) } } } : {};
  const data = { type: 'object', properties: { ...propertiesOf(fields), ...elements } };
  return { type: 'object', properties: { notice: NOTICE, data }, required: ['notice', 'data'] };
}

/** What a tool answers that changes something: what would happen, with its digest; and with that digest what has happened. */
export const OUTPUT_OF_CHANGE: OutputSchema = {
  type: 'object',
  properties: {
    notice: NOTICE,
    data: {
      type: 'object',
      properties: { would_send: { type: 'object', description: 'The request that would be sent.' }, now: NOW },
    },
    nothing_has_changed: { type: 'boolean', description: 'Whether this only shows what would happen.' },
    digest: { type: 'string', description: 'What the same call has to repeat, so that it happens.' },
  },
  required: ['notice', 'data'],
};
