import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export interface DebianFields {
  readonly Package: string;
  readonly Version: string;
  readonly Architecture: string;
}

/** A package of Debian with these fields, as `dpkg-deb` makes it. */
export function debianPackage(folder: string, fields: DebianFields, compression: 'xz' | 'gzip' | 'zstd' | 'none' = 'xz'): Buffer {
  const content = join(folder, 'content');
  mkdirSync(join(content, 'DEBIAN'), { recursive: true });
  mkdirSync(join(content, 'usr/share/acme'), { recursive: true });
  writeFileSync(join(content, 'usr/share/acme/version'), fields.Version);
  const control = { ...fields, Maintainer: 'Acme <acme@example.com>', Description: 'Tools\n Two lines\n .\n of it' };
  const lines = Object.entries(control).map(([field, value]) => `${field}: ${value}\n`);
  writeFileSync(join(content, 'DEBIAN/control'), lines.join(''));
  const file = join(folder, 'package.deb');
  execFileSync('dpkg-deb', [`-Z${compression}`, '--root-owner-group', '--build', content, file], { stdio: 'pipe' });
  return readFileSync(file);
}

/** An image of one layer with this text, in the layout of OCI, in one archive. */
export function imageArchive(folder: string, text: string, change: (layout: string) => void = () => undefined): Buffer {
  const layout = join(folder, 'layout');
  mkdirSync(join(layout, 'blobs/sha256'), { recursive: true });
  const add = (mediaType: string, bytes: Buffer) => {
    const hex = sha256(bytes);
    writeFileSync(join(layout, 'blobs/sha256', hex), bytes);
    return { mediaType, digest: `sha256:${hex}`, size: bytes.length };
  };
  writeFileSync(join(folder, 'text'), text);
  const layer = execFileSync('tar', ['-cC', folder, '--mtime=@0', '--owner=0', '--group=0', 'text']);
  const config = {
    architecture: 'amd64',
    os: 'linux',
    config: {},
    rootfs: { type: 'layers', diff_ids: [`sha256:${sha256(layer)}`] },
  };
  const manifest = {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config: add('application/vnd.oci.image.config.v1+json', Buffer.from(JSON.stringify(config))),
    layers: [add('application/vnd.oci.image.layer.v1.tar', layer)],
  };
  const root = add(manifest.mediaType, Buffer.from(JSON.stringify(manifest)));
  writeFileSync(join(layout, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }));
  writeFileSync(join(layout, 'index.json'), JSON.stringify({ schemaVersion: 2, manifests: [root] }));
  change(layout);
  return execFileSync('tar', ['-cC', layout, '.']);
}
