import { CHANNELS, type Channel } from '../domain/channels.ts';
import type { ArtifactState } from '../domain/artifact.ts';
import type { PublishedRelease } from '../domain/published-releases.ts';

/** What the manifest of an artifact of the kind `oci` says. */
export interface Image {
  readonly image: string;
  readonly digest: string;
}

const imageIn = ({ manifest }: Pick<ArtifactState, 'manifest'>): Image => JSON.parse(manifest!) as Image;

/** The artifact of a release that is this image. */
export const artifactOf = ({ artifacts }: PublishedRelease, name: string): PublishedRelease['artifacts'][number] | undefined =>
  artifacts.find((artifact) => imageIn(artifact).image === name);

export const digestOf = (artifact: PublishedRelease['artifacts'][number]): string => imageIn(artifact).digest;

/** The channel that a tag stands for; undefined for other tags. */
export const channelOf = (tag: string): Channel | undefined =>
  tag === 'latest' ? 'stable' : CHANNELS.find((channel) => channel === tag);

/** Tags cannot have the `+` of versions. */
export const tagOf = (version: string): string => version.replaceAll('+', '_');
export const versionOf = (tag: string): string => tag.replaceAll('_', '+');
