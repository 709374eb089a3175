/** A customer began to download a file that a benefit has. */
export interface Download {
  readonly organizationId: string;
  readonly benefitId: string;
  readonly fileId: string;
  readonly customerId: string;
}

/** How often files were downloaded, by benefit. */
export abstract class Downloads {
  abstract record(download: Download, now: Date): Promise<void>;
}
