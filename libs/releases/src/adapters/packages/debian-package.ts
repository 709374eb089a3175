import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip, zstdDecompress } from 'node:zlib';
import { ValidationFailed } from '#kernel';
import type { PackageContents, PackageInspection } from '../../domain/package-reader.ts';
import { TarReader, UnreadableArchive } from './tar-reader.ts';

/** A package begins with what it says of itself, and programs of it; what is installed comes after that. */
const MOST_HEAD = 2 * 1024 * 1024;
const MOST_CONTROL = 8 * 1024 * 1024;
const MOST_MANIFEST = 16_384;
const [MAGIC, MEMBER, MEMBER_NAME, MEMBER_SIZE] = [8, 60, [0, 16], [48, 58]] as const;

const FIELD = /^([!-9;-~]+):[ \t]*(.*)$/;
const VALID: readonly (readonly [field: string, pattern: RegExp])[] = [
  ['Package', /^[a-z0-9][a-z0-9+.-]+$/],
  ['Version', /^(\d+:)?\d[A-Za-z0-9.+~-]*$/],
  ['Architecture', /^[a-z0-9][a-z0-9-]*$/],
];

/** A `.deb`: an `ar` archive whose member `control.tar` has the fields of the package (deb(5), deb-control(5)). */
export class DebianPackage implements PackageInspection {
  private readonly chunks: Uint8Array[] = [];
  private size = 0;

  add(bytes: Uint8Array): void {
    if (this.size >= MOST_HEAD) return;
    this.chunks.push(Uint8Array.from(bytes.subarray(0, MOST_HEAD - this.size)));
    this.size += bytes.length;
  }

  async end(): Promise<PackageContents> {
    try {
      const fields = fieldsOf(await controlIn(Buffer.concat(this.chunks)));
      for (const [field, pattern] of VALID) {
        if (!pattern.test(fields[field] ?? '')) throw new UnreadableArchive(`Its field ${field} is missing, or not valid.`);
      }
      const manifest = JSON.stringify(fields);
      if (manifest.length > MOST_MANIFEST) throw new UnreadableArchive('Its fields are too long.');
      return { manifest, blobs: [] };
    } catch (error) {
      const reason = error instanceof UnreadableArchive ? ` ${error.message}` : '';
      throw ValidationFailed.at(['fileId'], `The file is no Debian package that can be read.${reason}`);
    }
  }
}

/** The file `control` in `control.tar`, whatever that is compressed with. */
async function controlIn(head: Buffer): Promise<string> {
  if (head.toString('latin1', 0, MAGIC) !== '!<arch>\n') throw new UnreadableArchive('It is no ar archive.');
  for (let at = MAGIC; at + MEMBER <= head.length;) {
    const header = head.subarray(at, at + MEMBER);
    const name = header.toString('latin1', ...MEMBER_NAME).replace(/[/ ]*$/, '');
    const size = Number(header.toString('latin1', ...MEMBER_SIZE).trim());
    if (!Number.isSafeInteger(size) || size < 0) break;
    const content = head.subarray(at + MEMBER, at + MEMBER + size);
    if (name.startsWith('control.tar') && content.length === size) return controlFile(await unpacked(name, content));
    at += MEMBER + size + (size % 2);
  }
  throw new UnreadableArchive('It has no control.tar at its beginning.');
}

async function unpacked(name: string, content: Buffer): Promise<Buffer> {
  const limit = { maxOutputLength: MOST_CONTROL };
  if (name === 'control.tar') return content;
  if (name === 'control.tar.gz') return promisify(gunzip)(content, limit);
  if (name === 'control.tar.zst') return promisify(zstdDecompress)(content, limit);
  if (name === 'control.tar.xz') return unpackedXz(content);
  throw new UnreadableArchive(`${name} is compressed in another way than with gzip, xz or zstd.`);
}

async function unpackedXz(content: Buffer): Promise<Buffer> {
  // Node finds no names in what webpack has made for CommonJS.
  const { default: xz } = await import('xz-decompress');
  const compressed = Readable.toWeb(Readable.from([content])) as ReadableStream<Uint8Array>;
  return buffer(limited(new xz.XzReadableStream(compressed)));
}

async function* limited(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > MOST_CONTROL) throw new UnreadableArchive('Its control.tar is too large.');
    yield Uint8Array.from(chunk);
  }
}

function controlFile(tar: Buffer): string {
  const chunks: Uint8Array[] = [];
  const reader = new TarReader(({ name }) => (name === 'control' ? (bytes) => chunks.push(bytes) : undefined));
  reader.add(tar);
  if (chunks.length === 0) throw new UnreadableArchive('It has no file `control`.');
  return Buffer.concat(chunks).toString('utf8');
}

/** The fields of the only paragraph. A value keeps its lines, of which all but the first begin with a space. */
function fieldsOf(control: string): Readonly<Record<string, string>> {
  const fields = new Map<string, string>();
  let current: string | undefined;
  for (const line of control.replaceAll('\r', '').trim().split('\n')) {
    const [, field, value] = FIELD.exec(line) ?? [];
    if (field !== undefined) fields.set((current = field), value!);
    else if (current !== undefined && /^[ \t]+\S/.test(line)) fields.set(current, `${fields.get(current)!}\n${line}`);
    else if (!line.startsWith('#')) throw new UnreadableArchive('Its file `control` has a line that is no field.');
  }
  return Object.fromEntries(fields);
}
