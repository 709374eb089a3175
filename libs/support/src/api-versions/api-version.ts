/** The frozen body of an event in a version of the API. The same version always gives the same text. */
export function bodyIn(version: ApiVersion, body: string, added: AddedFields | null): string {
  if (version === FIRST_API_VERSION) return body;
  const event = JSON.parse(body) as { readonly data: object };
  const versions = API_VERSIONS.slice(0, API_VERSIONS.indexOf(version) + 1);
  const parts = [event.data, ...versions.map((each) => added?.[each] ?? {})];
  const data = Object.fromEntries(parts.flatMap((part) => Object.entries(part)));
  return JSON.stringify({ ...event, api_version: version, data });
}

/** The versions of the API, oldest first. */
export const API_VERSIONS = ['2026-04', '2026-10', '2027-01'] as const;

export type ApiVersion = (typeof API_VERSIONS)[number];

/** The version of requests that name none. Views have the shapes of this one; each later one is a list of changes of them. */
export const FIRST_API_VERSION = API_VERSIONS[0];

/** What something has since later versions, by the version. */
export type AddedFields = { readonly [V in ApiVersion]?: object };

export const isApiVersion = (text: unknown): text is ApiVersion => (API_VERSIONS as readonly unknown[]).includes(text);
