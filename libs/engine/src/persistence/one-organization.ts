/** A statement as the driver takes it. */
export interface DriverStatement {
  readonly text: string;
  readonly name?: string | undefined;
  readonly values?: readonly unknown[] | undefined;
}

/** Rows of parameters, one array for each column. */
const ROWS = /\bunnest\(([^()]*)\)(\s+with ordinality)?\s+as (\w+)\s*\(([^()]*)\)/g;
const ARRAY = /^\$(\d+)::uuid\[\]$/;
const ORGANIZATION = 'organization_id';
/** Where there are no rows. Citus does not know the node of null. */
const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000';

const partsOf = (list: string): string[] => list.split(',').map((part) => part.trim());

/** The elements of an array of UUIDs, which is sent as an array or as its text. */
function elementsOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string' || !value.startsWith('{')) return undefined;
  return value === '{}' ? [] : value.slice(1, -1).replaceAll('"', '').split(',');
}

/** The only organization of a column; undefined if there are several. */
function onlyElement(value: unknown): unknown {
  const elements = elementsOf(value);
  if (!elements) return undefined;
  const [first = NO_ORGANIZATION] = elements;
  return elements.every((each) => each === first) ? first : undefined;
}

/**
 * The statement with its organization as a scalar, if all rows of its parameters are of one: `unnest($1::uuid[], $2::uuid[]) as w
 * (organization_id, id)` becomes `(select $1::uuid as organization_id, id from unnest($2::uuid[]) as w (id)) as w`. Citus then knows
 * the node that has all rows, and runs the statement there as it is. Any other statement is returned unchanged.
 *
 * The new text depends on the values, so the statement is not prepared.
 */
export function ofOneOrganization<Statement extends DriverStatement>(statement: Statement): Statement {
  const { text, values } = statement;
  if (!values || !text.includes('unnest(')) return statement;
  const scalars = new Map<number, unknown>();
  const rewritten = text.replaceAll(ROWS, (rows, given: string, ordinality = '', alias: string, named: string) => {
    const [parameters, columns] = [partsOf(given), partsOf(named)];
    const at = columns.indexOf(ORGANIZATION);
    const parameter = ARRAY.exec(parameters[at] ?? '')?.[1];
    if (parameter === undefined) return rows;
    const position = Number(parameter) - 1;
    const organization = onlyElement(values[position]);
    if (organization === undefined) return rows;
    const list = columns.map((column) => (column === ORGANIZATION ? `$${parameter}::uuid as ${column}` : column)).join(', ');
    const others = parameters.filter((_, index) => index !== at).join(', ');
    if (others === '' && elementsOf(values[position])!.length !== 1) return rows;
    scalars.set(position, organization);
    if (others === '') return `(select ${list}) as ${alias}`;
    const otherColumns = columns.filter((column) => column !== ORGANIZATION).join(', ');
    return `(select ${list} from unnest(${others})${ordinality} as ${alias} (${otherColumns})) as ${alias}`;
  });
  const isArrayElsewhere = [...scalars.keys()].some((position) =>
    new RegExp(`\\$${position + 1}(?!\\d|::uuid\\b(?!\\[))`).test(rewritten),
  );
  if (scalars.size === 0 || isArrayElsewhere) return statement;
  return {
    ...statement,
    name: undefined,
    text: rewritten,
    values: values.map((value, position) => (scalars.has(position) ? scalars.get(position) : value)),
  };
}
