import { fieldError, type FieldError, ValidationFailed } from '#kernel';

/** A header that every request to an endpoint has. Responses do not show the value of a secret one. */
export interface EndpointHeader {
  readonly name: string;
  readonly value: string;
  readonly isSecret: boolean;
}

/** `null` keeps the value of the header of this name. */
export type GivenHeader = Omit<EndpointHeader, 'value'> & { readonly value: string | null };

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Printable ASCII characters, with blanks in between only. */
const VALUE = /^[!-~](?:[ -~]*[!-~])?$/;

/** What a request says about itself, its body or its connection. */
const RESERVED = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);
const RESERVED_PREFIX = /^(?:ce|proxy|sec|webhook)-/;

function errorOf(
  { name, value, isSecret }: GivenHeader,
  known: EndpointHeader | undefined,
  isRepeated: boolean,
): [string, string] | undefined {
  const lower = name.toLowerCase();
  if (!NAME.test(name)) return ['name', 'This is no name of a header.'];
  if (RESERVED.has(lower) || RESERVED_PREFIX.test(lower)) return ['name', 'The service sets this header itself.'];
  if (isRepeated) return ['name', 'The header is named twice.'];
  if (value === null && !known) return ['value', 'There is no value that could be kept.'];
  if (value === null && known?.isSecret && !isSecret) return ['value', 'A secret value is not shown. Send a value with it.'];
  if (value === null) return undefined;
  return VALUE.test(value) ? undefined : ['value', 'A value has printable ASCII characters, and no blank at either end.'];
}

/** The headers as given, with values of former ones where they are kept. Throws `ValidationFailed`. */
export function headersFrom(given: readonly GivenHeader[], former: readonly EndpointHeader[]): EndpointHeader[] {
  const known = new Map(former.map((header) => [header.name.toLowerCase(), header]));
  const seen = new Set<string>();
  const errors: FieldError[] = [];
  const headers = given.map((header, index) => {
    const lower = header.name.toLowerCase();
    const error = errorOf(header, known.get(lower), seen.has(lower));
    seen.add(lower);
    if (error) errors.push(fieldError(['headers', index, error[0]], error[1], header.name));
    return { ...header, value: header.value ?? known.get(lower)?.value ?? '' };
  });
  ValidationFailed.throwIfAny(errors);
  return headers;
}
