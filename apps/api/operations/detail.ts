interface Problem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
}

/** `loc` begins with the place: body, query, path. Of a file it has a line, which the sentence tells. */
const sentenceOf = ({ loc, msg }: Problem): string => (typeof loc[1] === 'string' ? `${loc.slice(1).join('.')}: ${msg}` : msg);

/** An error of the API has a sentence, or one for each invalid value. */
export function detailOf(body: unknown): string {
  const { detail } = (body ?? {}) as { readonly detail?: string | readonly Problem[] };
  if (typeof detail === 'string') return `: ${detail}`;
  if (!Array.isArray(detail)) return '.';
  return `: ${(detail as readonly Problem[]).map(sentenceOf).join('\n')}`;
}
