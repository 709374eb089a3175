/** A license key began to download a file of a release. */
export interface ReleaseDownload {
  readonly organizationId: string;
  readonly releaseId: string;
  readonly licenseKeyId: string;
}

/** How often releases were downloaded, by license key. What a killed process has not stored is lost. */
export abstract class ReleaseDownloads {
  abstract count(download: ReleaseDownload, at: Date): void;

  /** Stores what was counted so far. */
  abstract flush(): Promise<void>;
}
