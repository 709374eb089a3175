import type { FastifyRequest } from 'fastify';
import { ValidationFailed } from '#kernel';
import { isStorable, LOOKUP_TEXT } from '#support/texts';

/** A request that is refused before a license key is known. */
export interface Refused {
  readonly status: number;
  readonly detail: string;
}

/** The parameters of a request, in its URL or its body. Fields that nobody knows are ignored. */
export class Parameters {
  private constructor(private readonly values: Readonly<Record<string, unknown>>) {}

  /** A parameter in the body counts if there is one in both. */
  static of({ query, body }: Pick<FastifyRequest, 'query' | 'body'>): Parameters {
    const ofBody = typeof body === 'object' && !Array.isArray(body) ? body : {};
    return new Parameters({ ...(query as object), ...ofBody });
  }

  /** The text of a parameter; undefined if it is left out or empty. Throws `ValidationFailed` for anything that is no text of this length. */
  text(name: string, { max } = LOOKUP_TEXT as { readonly max: number }): string | undefined {
    const value = Object.hasOwn(this.values, name) ? (this.values[name] ?? '') : '';
    if (typeof value === 'object') throw ValidationFailed.at([name], `The '${name}' parameter must be a string.`);
    const text = String(value);
    if (text.length > max)
      throw ValidationFailed.at([name], `The '${name}' parameter must not have more than ${max} characters.`);
    if (!isStorable(text)) throw ValidationFailed.at([name], `The '${name}' parameter has characters that are not allowed.`);
    return text === '' ? undefined : text;
  }
}
