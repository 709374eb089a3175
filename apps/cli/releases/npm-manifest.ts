import { gunzipSync } from 'node:zlib';

const BLOCK = 512;
/** A package of npm with more is not what its publisher meant. */
const MOST_BYTES = 1024 * 1024 * 1024;

/** `package.json` of an npm package, which is an archive of `package/…`; undefined if the file is another archive. */
export function npmManifest(file: Buffer): string | undefined {
  let archive: Buffer;
  try {
    archive = gunzipSync(file, { maxOutputLength: MOST_BYTES });
  } catch {
    return undefined;
  }
  for (let offset = 0; offset + BLOCK <= archive.length;) {
    const name = archive.toString('utf8', offset, offset + 100).replace(/\0.*$/s, '');
    const size = Number.parseInt(archive.toString('latin1', offset + 124, offset + 136), 8);
    if (name === '' || Number.isNaN(size)) return undefined;
    if (name === 'package/package.json') return archive.toString('utf8', offset + BLOCK, offset + BLOCK + size);
    offset += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return undefined;
}
