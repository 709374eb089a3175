import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { EncodingDetector, UnknownEncoding } from '#support/csv';
import { Turns } from '#engine/tenancy';
import type { BinaryConfig, Bytes } from './binary-body.ts';
import { BodyLimit } from './body-limit.ts';
import { charsetOf } from './charset.ts';
import { UnsupportedType } from './errors.ts';
import { extendRouteConfig } from './extend-route-config.ts';
import { replyIn, requestIn } from './request.ts';

const MIB = 1024 * 1024;
const LINE_FEED = 10;
const BYTE_ORDER_MARK = '\uFEFF';

declare module 'fastify' {
  interface FastifyInstance {
    readonly fileTurns: Turns;
    readonly fileFolder: string;
  }
}

interface FileConfig extends BinaryConfig {
  readonly fileTypes: readonly string[];
}

/** A line of a file, without its end. */
export interface FileLine {
  readonly number: number;
  /** Null if it is too long. */
  readonly text: string | null;
}

/** A file that is not text of lines. */
export class MalformedFile extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * A body that was written to a temporary file: it can be read more than once, at any pace, and takes no memory. The file has no name
 * any more, so nothing remains of it if the process is killed.
 */
export class BodyFile {
  private constructor(
    /** The media type that it was sent with. */
    readonly type: string,
    /** The encoding that it was sent with, if that was said. */
    private readonly charset: string | undefined,
    private readonly file: FileHandle,
  ) {}

  static async write(folder: string, type: string, charset: string | undefined, bytes: Bytes): Promise<BodyFile> {
    await mkdir(folder, { recursive: true });
    const path = join(folder, `.${randomUUID()}`);
    const file = await open(path, 'wx+', 0o600);
    try {
      await unlink(path);
      for await (const chunk of bytes) await file.write(chunk);
      return new BodyFile(type, charset, file);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Lines of UTF-8; those that are longer than `maxBytes` are not read. Throws `MalformedFile` for another encoding. */
  async *lines(maxBytes: number): AsyncGenerator<FileLine, void> {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    let rest: Buffer = Buffer.alloc(0);
    let number = 0;
    const lineOf = (bytes: Buffer): FileLine => {
      number++;
      if (bytes.length > maxBytes) return { number, text: null };
      try {
        const text = decoder.decode(bytes).replace(/\r$/, '');
        return { number, text: number === 1 && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text };
      } catch {
        throw new MalformedFile(number, 'The file has to be UTF-8');
      }
    };
    for await (const chunk of this.chunks()) {
      let start = 0;
      for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
        yield lineOf(Buffer.concat([rest, chunk.subarray(start, end)]));
        rest = Buffer.alloc(0);
        start = end + 1;
      }
      // Of a line that is too long no more is kept than shows that.
      rest = Buffer.concat([rest, chunk.subarray(start)]).subarray(0, maxBytes + 1);
    }
    if (rest.length > 0) yield lineOf(rest);
  }

  /** The text in pieces, in the encoding that was said, or that is found. Throws `MalformedFile` if it is in neither. */
  async *text(): AsyncGenerator<string, void> {
    const decoder = decoderOf(this.charset ?? (await this.encoding()));
    for await (const chunk of this.chunks()) yield decoded(() => decoder.decode(chunk, { stream: true }));
    yield decoded(() => decoder.decode());
  }

  private async encoding(): Promise<string> {
    const detector = new EncodingDetector();
    for await (const chunk of this.chunks()) detector.add(chunk);
    return decoded(() => detector.end());
  }

  private chunks(): AsyncIterable<Buffer> {
    return this.file.createReadStream({ start: 0, autoClose: false });
  }

  async discard(): Promise<void> {
    await this.file.close();
  }
}

function decoderOf(encoding: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new MalformedFile(1, `The encoding '${encoding.slice(0, 40)}' is not known`);
  }
}

function decoded(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw new MalformedFile(1, new UnknownEncoding().message);
  }
}

/** Files that are worked on at the same time in a process: one of a tenant, which then rests while others are active. */
const LIMITS = { places: 2, reserved: 0, maxPerTenant: 1, maxWaiting: 20, maxWaitMs: 20_000, restMs: 1000 } as const;

export function fileBodies(fastify: FastifyInstance, folder: string): void {
  fastify.decorate('fileFolder', folder);
  fastify.decorate('fileTurns', new Turns(LIMITS));
}

/** The operation accepts a file of one of these types instead of JSON, at most so many MiB; more is a 413. */
export const TakesFile = (mebibytes: number, types: readonly string[]): MethodDecorator =>
  applyDecorators(
    extendRouteConfig({ binary: mebibytes * MIB, fileTypes: types } satisfies FileConfig),
    BodyLimit(mebibytes),
    ApiConsumes(...types),
    ApiBody({ schema: { type: 'string', format: 'binary', maxLength: mebibytes * MIB } }),
  );

/**
 * The body of a `@TakesFile` operation. It is read after the caller was authorized, and the operation has its turn until the response
 * was sent; then the file is discarded.
 */
export const RequestFile = createParamDecorator(async (_data: unknown, context: ExecutionContext): Promise<BodyFile> => {
  const request = requestIn(context);
  const { raw } = replyIn(context);
  const { fileTypes } = request.routeOptions.config as unknown as FileConfig;
  const type = request.givenType.split(';')[0]!.trim().toLowerCase();
  if (!fileTypes.includes(type)) throw new UnsupportedType(fileTypes);
  const bytes = (request.body as Bytes | undefined) ?? noBytes();
  const file = await BodyFile.write(request.server.fileFolder, type, charsetOf(request.givenType), bytes);
  try {
    const end = await request.server.fileTurns.take(request.requestContext);
    const closed = (): void => {
      end();
      void file.discard();
    };
    if (raw.destroyed) closed();
    else raw.once('close', closed);
    // Each line that waits for a connection listens too.
    raw.setMaxListeners(0);
  } catch (error) {
    await file.discard();
    throw error;
  }
  return file;
});

async function* noBytes(): Bytes {}
