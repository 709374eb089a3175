import type { Artifact } from './artifact.ts';
import type { ImageBlob } from './package-reader.ts';
import type { Release } from './release.ts';

/** Selects an artifact by id within the given organizations. */
export interface WhichArtifact {
  readonly id: string;
  readonly organizations: readonly string[];
}

/** The repository of artifacts. Their release is locked while they are added and removed, so that it is not published in between. */
export abstract class Artifacts {
  /**
   * Adds an artifact, with the blobs of an image, to its release if `check` does not throw, which gets the release and its other artifacts.
   * Throws `ResourceNotFound` without the release, and `ArtifactExists` for a name that it has.
   */
  abstract add(
    artifact: Artifact,
    check: (release: Release, others: readonly Artifact[]) => void,
    blobs?: readonly ImageBlob[],
  ): Promise<void>;

  /** Deletes an artifact with those that describe it if `check` does not throw. Throws `ResourceNotFound`. */
  abstract remove(which: WhichArtifact, check: (release: Release) => void): Promise<void>;
}
