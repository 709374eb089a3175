/** Any JSON value. */
type Json = ReturnType<typeof JSON.parse>;

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | number | undefined>;
  /** The raw body. */
  readonly text: string;
  /** The parsed JSON body; undefined if it is empty. */
  readonly body: Json;
}
