import type { Channel } from './channels.ts';
import type { PublishedRelease } from './published-releases.ts';

/** A suite of a Debian repository, as a license key gets it: a channel with its packages. */
export interface DebianSuite {
  readonly organizationId: string;
  readonly productId: string;
  readonly channel: Channel;
  /** Yanked ones are not listed. They only say when the suite has changed. */
  readonly releases: readonly PublishedRelease[];
}

/** Writes the indexes of Debian repositories, signed with the key of their organization. The same suite always becomes the same bytes. */
export abstract class DebianRepositories {
  /** The index with this path in the folder of the suite, such as `InRelease`; null if there is none. */
  abstract index(suite: DebianSuite, path: string): Promise<Buffer | null>;

  /** The armored key that verifies the indexes. */
  abstract publicKey(organizationId: string): Promise<Buffer>;
}
