import type { ArtifactKind } from '../../domain/artifact.ts';
import { type PackageInspection, PackageReader } from '../../domain/package-reader.ts';
import { DebianPackage } from './debian-package.ts';
import { ImageArchive } from './image-archive.ts';

export class UploadedPackages extends PackageReader {
  inspect(kind: ArtifactKind, fileName: string): PackageInspection | undefined {
    if (kind === 'deb') return new DebianPackage();
    return kind === 'oci' ? new ImageArchive(fileName) : undefined;
  }
}
