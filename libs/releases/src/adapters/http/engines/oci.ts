import { type Content, OtherApi } from '#platform/http';
import type { OpenedBlob } from '../../../commands/open-image-blob.ts';

const CODES: { readonly [status: number]: string } = { 401: 'UNAUTHORIZED', 403: 'DENIED', 429: 'TOOMANYREQUESTS' };
const UNKNOWN: readonly (readonly [part: string, code: string])[] = [
  ['/manifests/', 'MANIFEST_UNKNOWN'],
  ['/blobs/', 'BLOB_UNKNOWN'],
];

/** An operation of the distribution API of OCI, which has a form of its own for refusals and asks for a user and a password. */
export const RegistryApi = (): MethodDecorator =>
  OtherApi({
    challenge: 'Basic realm="latchkey"',
    refusedAs: ({ status, detail }, { url }) => {
      const unknown = UNKNOWN.find(([part]) => url.includes(part))?.[1] ?? 'NAME_UNKNOWN';
      const code = CODES[status] ?? (status === 404 ? unknown : 'UNSUPPORTED');
      return { status, body: { errors: [{ code, message: detail }] } };
    },
  });

/** The blob, as a part of the file that it is in. */
export function contentOf({ blob, file }: OpenedBlob): Content {
  const { digest, mediaType, position, size } = blob;
  return {
    name: digest.replace(':', '-'),
    type: mediaType ?? 'application/octet-stream',
    size,
    etag: `"${digest}"`,
    modifiedAt: file.modifiedAt,
    open: ({ start, end } = { start: 0, end: size - 1 }) => file.open({ start: position + start, end: position + end }),
  };
}

/** The tags after `last`, at most `n` of them, and whether there are more. */
export function pageOfTags(
  tags: readonly string[],
  { n, last }: { readonly n?: number | undefined; readonly last?: string | undefined },
) {
  const rest = last === undefined ? tags : tags.filter((tag) => tag > last);
  const page = n === undefined ? rest : rest.slice(0, n);
  return { page, hasMore: page.length < rest.length };
}
