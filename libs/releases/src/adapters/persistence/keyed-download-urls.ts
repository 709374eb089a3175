import { Injectable } from '@nestjs/common';
import { SignedUrls } from '#engine/secrets';
import { DownloadUrls, type OwnArtifact, type SignedDownload } from '../../domain/download-urls.ts';

@Injectable()
export class KeyedDownloadUrls extends DownloadUrls {
  constructor(private readonly urls: SignedUrls) {
    super();
  }

  of(artifact: OwnArtifact): SignedDownload {
    return this.urls.of(signedFor(artifact));
  }

  isValid(artifact: OwnArtifact, { expires, signature }: { readonly expires: number; readonly signature: string }): boolean {
    return this.urls.isValid(signedFor(artifact), expires, signature);
  }
}

const signedFor = ({ productId, licenseKeyId, artifactId }: OwnArtifact) =>
  ({
    purpose: 'download-address',
    subject: `release/${productId}/${licenseKeyId}/${artifactId}`,
    path: `/releases/${productId}/downloads/${licenseKeyId}/${artifactId}`,
  }) as const;
