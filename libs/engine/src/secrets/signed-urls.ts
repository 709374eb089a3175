import { Injectable } from '@nestjs/common';
import { WallClock } from '#kernel';
import { Keyring } from './keyring.ts';
import { ServiceUrl } from '#support/mails';

/** A URL to be signed. `subject` is what the holder of the URL may have or do. */
interface Signed {
  readonly purpose: 'upload-address' | 'download-address';
  readonly subject: string;
  readonly path: string;
}

/** How long a signed URL is valid. */
const LIFETIME_MS = 60 * 60 * 1000;

const textOf = (subject: string, expires: number): string => `${subject}/${expires}`;

/** URLs whose signature is the authorization, for one subject and a limited time. */
@Injectable()
export class SignedUrls {
  constructor(
    private readonly keyring: Keyring,
    private readonly service: ServiceUrl,
    private readonly clock: WallClock,
  ) {}

  of({ purpose, subject, path }: Signed): { url: string; expires_at: Date } {
    const expires = Math.ceil((this.clock.now().getTime() + LIFETIME_MS) / 1000);
    const signature = this.keyring.digest(purpose, textOf(subject, expires)).toString('base64url');
    const query = new URLSearchParams({ expires: String(expires), signature });
    return { url: `${this.service.baseUrl}${path}?${query}`, expires_at: new Date(expires * 1000) };
  }

  isValid({ purpose, subject }: Omit<Signed, 'path'>, expires: number, signature: string): boolean {
    if (expires * 1000 <= this.clock.now().getTime()) return false;
    return this.keyring.isDigest(purpose, textOf(subject, expires), Buffer.from(signature, 'base64url'));
  }
}
