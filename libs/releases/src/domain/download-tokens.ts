import type { DownloadToken } from './download-token.ts';

/** Selects a token by id within the given organizations; with `licenseKeyId`, only one of the license key. */
export interface WhichDownloadToken {
  readonly id: string;
  readonly organizations: readonly string[];
  readonly licenseKeyId?: string;
}

/** A token that a client presents for a product. */
export interface PresentedDigests {
  readonly organizationId: string;
  readonly productId: string;
  /** The digests of the token under all current secret keys, the newest key first. */
  readonly digests: readonly Buffer[];
}

/** The repository of download tokens. */
export abstract class DownloadTokens {
  /** Throws `TooManyDownloadTokens` if the license key has as many as it can have, also if several are added at once. */
  abstract add(token: DownloadToken): Promise<void>;

  /** The ID of the license key for which a token stands; undefined if there is no such token. What is found has the newest digest then. */
  abstract licenseKeyOf(presented: PresentedDigests): Promise<string | undefined>;

  /** Deletes a token if `check` does not throw. Throws `ResourceNotFound`. */
  abstract remove(which: WhichDownloadToken, check: (token: DownloadToken) => void): Promise<void>;

  /** Deletes all tokens of a license key. */
  abstract removeOfKey(organizationId: string, licenseKeyId: string): Promise<void>;
}
