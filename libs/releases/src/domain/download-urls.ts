/** An artifact for a license key. */
export interface OwnArtifact {
  readonly productId: string;
  readonly licenseKeyId: string;
  readonly artifactId: string;
}

export interface SignedDownload {
  readonly url: string;
  readonly expires_at: Date;
}

/** URLs of downloads in the customer portal, each signed for one artifact and one license key, and valid for an hour. */
export abstract class DownloadUrls {
  abstract of(artifact: OwnArtifact): SignedDownload;

  abstract isValid(artifact: OwnArtifact, signed: { readonly expires: number; readonly signature: string }): boolean;
}
