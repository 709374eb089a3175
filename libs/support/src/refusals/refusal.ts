/** Why something is refused, and what helps. */
export interface Refusal {
  readonly cause: string;
  readonly remedy: string;
}

export type Refusals = { readonly [name: string]: Refusal };

export const because = (cause: string, remedy: string): Refusal => ({ cause, remedy });
