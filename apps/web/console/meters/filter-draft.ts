import type { Schema } from '../../api/client.ts';
import { fieldProblem } from '../../api/problem.ts';

export type Filter = Schema<'Filter'>;
export type FilterClause = Schema<'FilterClause'>;

export const OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'like', 'not_like'] as const satisfies FilterClause['operator'][];
export const CONJUNCTIONS = ['and', 'or'] as const satisfies Filter['conjunction'][];
export const VALUE_TYPES = ['text', 'number', 'truth'] as const;
type ValueType = (typeof VALUE_TYPES)[number];

/** A condition as it is being edited: its value is what was typed. */
export interface ClauseDraft {
  readonly key: number;
  readonly property: string;
  readonly operator: FilterClause['operator'];
  readonly type: ValueType;
  readonly value: string;
}

export interface GroupDraft {
  readonly key: number;
  readonly conjunction: Filter['conjunction'];
  readonly parts: readonly (ClauseDraft | GroupDraft)[];
}

let lastKey = 0;
const newKey = (): number => (lastKey += 1);

export const isGroup = (part: ClauseDraft | GroupDraft): part is GroupDraft => 'parts' in part;
export const newClause = (): ClauseDraft => ({ key: newKey(), property: 'name', operator: 'eq', type: 'text', value: '' });
export const newGroup = (parts: GroupDraft['parts'] = []): GroupDraft => ({ key: newKey(), conjunction: 'and', parts });

const typeOf = (value: FilterClause['value']): ValueType =>
  typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'truth' : 'text';

export const draftOf = ({ conjunction, clauses }: Filter): GroupDraft => ({
  key: newKey(),
  conjunction,
  parts: clauses.map((part) =>
    'clauses' in part ? draftOf(part) : { key: newKey(), ...part, type: typeOf(part.value), value: String(part.value) },
  ),
});

/** What is missing in a draft. */
export interface DraftWords {
  readonly missingProperty: string;
  readonly notAnInteger: string;
}

/** The filter that was edited. Throws the problem of a field, under the name that the API has for it. */
export const filterOf = ({ conjunction, parts }: GroupDraft, words: DraftWords, path = 'filter'): Filter => ({
  conjunction,
  clauses: parts.map((part, index) => {
    const at = `${path}.clauses.${index}`;
    return isGroup(part) ? filterOf(part, words, at) : clauseOf(part, words, at);
  }),
});

function clauseOf({ property, operator, type, value }: ClauseDraft, words: DraftWords, path: string): FilterClause {
  if (property.trim() === '') throw fieldProblem(`${path}.property`, words.missingProperty);
  if (type === 'number' && !/^-?\d{1,10}$/.test(value.trim())) throw fieldProblem(`${path}.value`, words.notAnInteger);
  const read = { text: value, number: Number(value), truth: value === 'true' }[type];
  return { property: property.trim(), operator, value: read };
}

export const numberOfClauses = ({ clauses }: Filter): number =>
  clauses.reduce((count, part) => count + ('clauses' in part ? numberOfClauses(part) : 1), 0);

/** Whether two filters say the same, whatever the order of the fields of a clause is. */
export const isSameFilter = (one: Filter, other: Filter): boolean =>
  JSON.stringify(ordered(one)) === JSON.stringify(ordered(other));

const ordered = ({ conjunction, clauses }: Filter): unknown => [
  conjunction,
  clauses.map((part) => ('clauses' in part ? ordered(part) : [part.property, part.operator, part.value])),
];
