import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { OUTPUT_OF_CHANGE, outputOf } from './output.ts';
import { GUIDANCE } from './guidance.ts';
import { isSecretName } from '#platform/wire/composition';
import { OPERATIONS } from '../operations/described.ts';
import { type Field, fieldsOf, isRead, type Operation, type Row } from '../operations/operation.ts';
import { RESOURCES } from '../operations/resources.ts';

/** Exports are files with license keys, which are not for models. */
const LEFT_OUT = new Set(['export']);

export interface OperationTool {
  readonly name: string;
  /** The resource that it is about. */
  readonly area: string;
  readonly row: Row;
  readonly operation: Operation;
  /** Without those that have secrets. */
  readonly fields: readonly Field[];
  readonly isRead: boolean;
}

const nameOf = (resource: string, verb: string): string => [resource, verb].filter(Boolean).join('_').replaceAll('-', '_');

export const TOOLS: ReadonlyMap<string, OperationTool> = new Map(
  Object.entries(RESOURCES)
    .filter(([resource]) => !LEFT_OUT.has(resource))
    .flatMap(([resource, { rows }]) =>
      Object.entries(rows).map(([verb, row]) => {
        const name = nameOf(resource, verb);
        const operation = OPERATIONS[row.of]!;
        const fields = fieldsOf(row, operation).filter((field) => !isSecretName(field.name));
        return [name, { name, area: resource, row, operation, fields, isRead: isRead(row, operation) }];
      }),
    ),
);

const typeOf = ({ type, nullable }: Field): object => ({ type: nullable ? [type, 'null'] : type });

function schemaOf(field: Field): object {
  const { description, choices, items, nullable } = field;
  const values = choices && (nullable && !items ? [...choices, null] : choices);
  if (items) return { ...typeOf(field), description, items: { type: items, ...(values ? { enum: values } : {}) } };
  return { ...typeOf(field), description, ...(values ? { enum: values } : {}) };
}

const DIGEST = {
  type: 'string',
  description: 'The digest of the answer to the same call without it. Give it only if the user has agreed to what that showed.',
};

/** The tool as it is listed. */
export function describedTool({ name, row, operation, fields, isRead: reads }: OperationTool): Tool {
  const does = row.does ?? operation.summary;
  const rule = reads
    ? ''
    : ' Without `digest` nothing changes: it shows what would happen, and the digest that the real call must repeat.';
  return {
    name,
    title: does,
    description: `${does}. ${GUIDANCE[name]}${rule} Scope: ${operation.scopes.join(' or ')}.`,
    outputSchema: reads ? outputOf(operation.result) : OUTPUT_OF_CHANGE,
    inputSchema: {
      type: 'object',
      properties: {
        ...Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])),
        ...(reads ? {} : { digest: DIGEST }),
      },
      required: fields.filter(({ required }) => required).map((field) => field.name),
      additionalProperties: false,
    },
    annotations: { readOnlyHint: reads, destructiveHint: row.ends === true, openWorldHint: false },
  };
}
