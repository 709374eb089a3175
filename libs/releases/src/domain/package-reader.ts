import type { ArtifactKind } from './artifact.ts';

/** A part of an image by its digest, and where it is in the file of the artifact. */
export interface ImageBlob {
  /** `sha256:` and hexadecimal digits. */
  readonly digest: string;
  /** The type of a manifest, or of an index of manifests; null for others. */
  readonly mediaType: string | null;
  /** The first byte in the file. */
  readonly position: number;
  readonly size: number;
}

/** What package managers want to know of a package, and what it contains. */
export interface PackageContents {
  /** The text of a JSON object. */
  readonly manifest: string;
  readonly blobs: readonly ImageBlob[];
}

/** A file whose bytes are looked at while they pass. */
export interface PackageInspection {
  add(bytes: Uint8Array): void;

  /** `read` reads a part of the file again. Throws `ValidationFailed` at `fileId` if the file is no such package. */
  end(read: (range: { readonly start: number; readonly end: number }) => Promise<Buffer>): Promise<PackageContents>;
}

/** Reads packages, which say themselves what they are. */
export abstract class PackageReader {
  /** Undefined for the kinds of which the seller says it. */
  abstract inspect(kind: ArtifactKind, fileName: string): PackageInspection | undefined;
}
