import { type OperationTool, TOOLS } from './tools.ts';

/** The area of the tools for the documentation, which are one among the names of tools. */
const DOCS = 'docs';
const TOOL_NAMES: ReadonlySet<string> = new Set([...TOOLS.keys(), DOCS]);

/** The areas of all tools. */
export const AREAS: ReadonlySet<string> = new Set([...[...TOOLS.values()].map(({ area }) => area), DOCS]);

/** What a client wants of the tools that it may use; all of them where nothing is said. Names are separated by commas. */
interface Wanted {
  readonly areas?: string | undefined;
  readonly tools?: string | undefined;
  readonly isReadOnly?: boolean;
}

/** The selection cannot be understood: all tools instead would be more than was asked for. */
export class WrongSelection extends Error {}

/** The tools that a client has chosen. */
export class ToolSelection {
  private constructor(
    private readonly areas: ReadonlySet<string> | undefined,
    private readonly tools: ReadonlySet<string> | undefined,
    private readonly isReadOnly: boolean,
  ) {}

  /** Throws `WrongSelection` for a name that nothing has, and for a list of none. */
  static of({ areas, tools, isReadOnly = false }: Wanted): ToolSelection {
    return new ToolSelection(namesIn(areas, AREAS, 'area'), namesIn(tools, TOOL_NAMES, 'tool'), isReadOnly);
  }

  /** The selection of an address with the parameters `areas=keys,customers&read_only=true`. Throws `WrongSelection`. */
  static ofAddress({ areas, tools, read_only: readOnly, ...others }: Readonly<Record<string, unknown>>): ToolSelection {
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) throw new WrongSelection(`There is no parameter ${unknown}, only areas, tools and read_only.`);
    if (readOnly !== undefined && readOnly !== 'true' && readOnly !== 'false')
      throw new WrongSelection('read_only must be true or false.');
    const textOf = (values: unknown): string | undefined => (values === undefined ? undefined : [values].flat().join());
    return ToolSelection.of({ areas: textOf(areas), tools: textOf(tools), isReadOnly: readOnly === 'true' });
  }

  includes({ name, area, isRead }: OperationTool): boolean {
    return (isRead || !this.isReadOnly) && this.names(name, area);
  }

  get includesDocumentation(): boolean {
    return this.names(DOCS, DOCS);
  }

  private names(tool: string, area: string): boolean {
    return (this.areas?.has(area) ?? true) && (this.tools?.has(tool) ?? true);
  }
}

function namesIn(text: string | undefined, known: ReadonlySet<string>, what: string): ReadonlySet<string> | undefined {
  if (text === undefined) return undefined;
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0) throw new WrongSelection(`There is no ${what} ${unknown.join(', ')}.`);
  if (names.length === 0) throw new WrongSelection(`A selection must name at least one ${what}.`);
  return new Set(names);
}
