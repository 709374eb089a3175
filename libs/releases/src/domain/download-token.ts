import { AggregateRoot, newId } from '#kernel';
import { TooManyDownloadTokens } from './release.errors.ts';

/** How many a license key can have. */
export const MOST_DOWNLOAD_TOKENS = 20;

/** How many characters of a token are shown, so that people know it again in an address. */
const SHOWN = 6;

export interface DownloadTokenState {
  readonly id: string;
  readonly organizationId: string;
  readonly productId: string;
  readonly licenseKeyId: string;
  readonly digest: Buffer;
  /** The last characters of the token. */
  readonly ending: string;
  readonly createdAt: Date;
}

export type NewDownloadToken = Pick<DownloadTokenState, 'organizationId' | 'productId' | 'licenseKeyId'>;

/**
 * What clients present that can only send an address: it stands for a license key where updates of one product are asked for and downloaded,
 * and nowhere else. It is stored as a keyed digest; its text is returned once.
 */
export class DownloadToken extends AggregateRoot<DownloadTokenState> {
  static create(
    attributes: NewDownloadToken,
    { token, digest }: { readonly token: string; readonly digest: Buffer },
    now: Date,
  ): DownloadToken {
    return new DownloadToken({
      ...attributes,
      id: newId('download-token'),
      digest,
      ending: token.slice(-SHOWN),
      createdAt: now,
    });
  }

  /** Throws if the license key cannot have this token beside its others. */
  static assertFits(others: number): void {
    if (others >= MOST_DOWNLOAD_TOKENS) throw new TooManyDownloadTokens(MOST_DOWNLOAD_TOKENS);
  }

  get licenseKeyId(): string {
    return this.state.licenseKeyId;
  }
}
