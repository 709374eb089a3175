/** How a field is named in a sentence, or the sentence; null says nothing, because other fields tell the same. */
export type Said =
  | string
  | ((
      who: string,
      from: string | null | undefined,
      to: string | null | undefined,
      raw: { readonly before: unknown; readonly after: unknown },
    ) => string | null);

export const silent: Said = () => null;
export const said = <Fields extends Readonly<Record<string, Said>>>(fields: Fields): Readonly<Record<keyof Fields, Said>> =>
  fields;
export const isLater = (before: unknown, after: unknown): boolean =>
  after === null || (typeof before === 'string' && typeof after === 'string' && after > before);
