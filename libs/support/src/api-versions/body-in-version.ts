import { type AddedFields, API_VERSIONS, type ApiVersion, FIRST_API_VERSION } from './api-version.ts';

/** The frozen body of an event in a version of the API. The same version always gives the same text. */
export function bodyIn(version: ApiVersion, body: string, added: AddedFields | null): string {
  if (version === FIRST_API_VERSION) return body;
  const event = JSON.parse(body) as { readonly data: object };
  const versions = API_VERSIONS.slice(0, API_VERSIONS.indexOf(version) + 1);
  const parts = [event.data, ...versions.map((each) => added?.[each] ?? {})];
  const data = Object.fromEntries(parts.flatMap((part) => Object.entries(part)));
  return JSON.stringify({ ...event, api_version: version, data });
}
