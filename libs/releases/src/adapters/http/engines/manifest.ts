import type { OfferedArtifact } from '../offer-bodies.ts';

/** A text of the manifest of an artifact; undefined if it has none with this name. */
export function textIn({ manifest }: Pick<OfferedArtifact, 'manifest'>, name: string): string | undefined {
  const value = manifest === null ? undefined : (JSON.parse(manifest) as { readonly [name: string]: unknown })[name];
  return typeof value === 'string' ? value : undefined;
}
