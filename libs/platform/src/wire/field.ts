/** The JSON Schema of a value, as OpenAPI 3.1 takes it. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** One item of a 422 answer; `loc` grows from the inside out while the reader returns. */
export interface Issue {
  readonly loc: (string | number)[];
  readonly msg: string;
  readonly type: string;
  readonly input?: unknown;
  readonly ctx?: { readonly [key: string]: unknown };
}

/**
 * One value on the wire: how it is read from a request, and how OpenAPI describes it. The two cannot drift apart.
 * Reading is lenient where the reference is ("1" is an integer, "yes" a boolean) and speaks its vocabulary of errors.
 * `read` never throws: it pushes what is wrong and returns anything. Shapes of answers use the same fields, unread.
 */
export interface Field<T> {
  readonly schema: JsonSchema;
  read(input: unknown, issues: Issue[]): T;
  /** True where the field may be left out of its object. */
  readonly omittable?: boolean;
  /** What an omitted field reads as; without it the key stays absent. */
  readonly absent?: () => T;
}

export type Infer<F> = F extends Field<infer T> ? T : never;

/** So many problems of a request are told; whoever reads many things one after the other need not look for more. */
export const MAX_ISSUES = 100;

export const limitReached = (issues: readonly Issue[]): boolean => issues.length >= MAX_ISSUES;

/** Returned by a reader that has pushed an issue; nobody looks at it. */
export function fail(issues: Issue[], type: string, msg: string, input: unknown, ctx?: Issue['ctx']): never {
  issues.push(ctx ? { loc: [], type, msg, input, ctx } : { loc: [], type, msg, input });
  return undefined as never;
}

/** Prefixes what was pushed since `from` with where it was found. */
export function prefixPath(issues: Issue[], from: number, key: string | number): void {
  for (let i = from; i < issues.length; i++) issues[i]!.loc.unshift(key);
}
