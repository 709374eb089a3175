import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel';
import { Keyring } from '#platform/secrets';
import { BaseUrl } from './base-url.ts';

/** How long the upload URLs of a file are valid after its creation. */
const LIFETIME_MS = 60 * 60 * 1000;

const textOf = (fileId: string, number: number, expires: number): string => `${fileId}/${number}/${expires}`;

/** Signed URLs to upload the parts of a file to. The signature is the authorization, for one part and a limited time. */
@Injectable()
export class UploadUrls {
  constructor(
    private readonly keyring: Keyring,
    private readonly address: BaseUrl,
    private readonly clock: Clock,
  ) {}

  of(fileId: string, number: number): { url: string; expires_at: Date } {
    const expires = Math.ceil((this.clock.now().getTime() + LIFETIME_MS) / 1000);
    const signature = this.keyring.digest('upload-address', textOf(fileId, number, expires)).toString('base64url');
    const query = new URLSearchParams({ expires: String(expires), signature });
    const url = `${this.address.baseUrl}/v1/files/${fileId}/parts/${number}?${query}`;
    return { url, expires_at: new Date(expires * 1000) };
  }

  isValid(fileId: string, number: number, expires: number, signature: string): boolean {
    if (expires * 1000 <= this.clock.now().getTime()) return false;
    return this.keyring.isDigest('upload-address', textOf(fileId, number, expires), Buffer.from(signature, 'base64url'));
  }
}
