import { Controller, Get } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiExcludeController } from '@nestjs/swagger';
import { ResourceNotFound } from '#kernel';
import {
  ClientOrigin,
  ContentResponse,
  CurrentExchange,
  type Exchange,
  Input,
  type InputOf,
  Intercepted,
  type Origin,
  Responses,
  Unlimited,
} from '#platform/http';
import { CountDownload } from '../../commands/count-download.ts';
import { ListImageTags } from '../../commands/list-image-tags.ts';
import { OpenImageBlob } from '../../commands/open-image-blob.ts';
import { contentOf, pageOfTags, RegistryApi } from './engines/oci.ts';
import { ImageBlobRequest, ImageManifestRequest, ImageTagsRequest, RegistryRequest } from './engines.dto.ts';
import { presentedFor, presentedKey, PRIVATE, UNKNOWN_KEYS } from './license-credentials.ts';
import { privateJson } from './private-body.ts';

/** The distribution API of OCI, of which clients that pull images need this much. */
@ApiExcludeController()
@Controller('v2')
export class ImageRegistryController {
  constructor(private readonly commands: CommandBus) {}

  /** Clients ask this first, to know how they authenticate. Of which product the key is, they say with the name of the image. */
  @Get()
  @Unlimited('It looks nothing up.')
  @RegistryApi()
  @Responses({ summary: 'Ask whether this is a registry of images', ok: { status: 200, view: null } })
  version(@Input(RegistryRequest) { headers }: InputOf<typeof RegistryRequest>, @CurrentExchange() { reply }: Exchange): object {
    presentedKey(headers.authorization);
    void reply.headers({ ...PRIVATE, 'docker-distribution-api-version': 'registry/2.0' });
    return {};
  }

  @Get(':product/:image/tags/list')
  @Intercepted({ failures: UNKNOWN_KEYS })
  @RegistryApi()
  @Responses({ summary: 'List the tags of an image', ok: { status: 200, view: null } })
  async tags(
    @Input(ImageTagsRequest) { headers, path, query }: InputOf<typeof ImageTagsRequest>,
    @ClientOrigin() origin: Origin,
    @CurrentExchange() exchange: Exchange,
  ): Promise<string | Buffer | undefined> {
    const presented = presentedFor(path.product, headers, origin);
    const { page, hasMore } = pageOfTags(await this.commands.execute(new ListImageTags(presented, path.image)), query);
    const name = `${path.product}/${path.image}`;
    if (hasMore) {
      const next = new URLSearchParams({ n: String(query.n), last: page.at(-1) ?? query.last ?? '' });
      void exchange.reply.header('link', `</v2/${name}/tags/list?${next}>; rel="next"`);
    }
    return privateJson(exchange, { name, tags: page });
  }

  @Get(':product/:image/manifests/:reference')
  @Intercepted({ failures: UNKNOWN_KEYS })
  @RegistryApi()
  @Responses({ summary: 'Get a manifest of an image', ok: { status: 200, view: null } })
  async manifest(
    @Input(ImageManifestRequest) { headers, path }: InputOf<typeof ImageManifestRequest>,
    @ClientOrigin() origin: Origin,
    @CurrentExchange() exchange: Exchange,
  ): Promise<NodeJS.ReadableStream | undefined> {
    const presented = presentedFor(path.product, headers, origin);
    const opened = await this.commands.execute(new OpenImageBlob(presented, path));
    if (opened.blob.mediaType === null) throw new ResourceNotFound('The digest is that of a blob, not of a manifest.');
    const response = new ContentResponse(exchange.request, contentOf(opened), 'save');
    if (response.sendsFirstByte) await this.commands.execute(new CountDownload(opened.download));
    return send(exchange, response, opened.blob.digest);
  }

  @Get(':product/:image/blobs/:reference')
  @Intercepted({ failures: UNKNOWN_KEYS })
  @RegistryApi()
  @Responses({ summary: 'Get a blob of an image', ok: { status: 200, view: null } })
  async blob(
    @Input(ImageBlobRequest) { headers, path }: InputOf<typeof ImageBlobRequest>,
    @ClientOrigin() origin: Origin,
    @CurrentExchange() exchange: Exchange,
  ): Promise<NodeJS.ReadableStream | undefined> {
    const presented = presentedFor(path.product, headers, origin);
    const opened = await this.commands.execute(new OpenImageBlob(presented, path));
    const response = new ContentResponse(exchange.request, contentOf(opened), 'save');
    return send(exchange, response, opened.blob.digest);
  }
}

async function send({ reply }: Exchange, response: ContentResponse, digest: string): Promise<NodeJS.ReadableStream | undefined> {
  const bytes = await response.open();
  void reply.status(response.status).headers({ ...PRIVATE, ...response.headers, 'docker-content-digest': digest });
  return bytes;
}
