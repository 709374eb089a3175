import { Controller, Get } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiExcludeController } from '@nestjs/swagger';
import { ServiceUrl } from '#support/mails';
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
  defineRequest,
} from '#platform/http';
import { described, optional, oneOf, text, withDefault } from '#platform/wire';
import { CountDownload } from '../../commands/count-download.ts';
import { OfferNewestRelease } from '../../commands/offer-newest-release.ts';
import { OpenArtifact, type OpenedArtifact } from '../../commands/open-artifact.ts';
import {
  presentedBy,
  presentedFor,
  PRIVATE,
  UNKNOWN_KEYS,
  AUTHORIZATION,
  PRODUCT,
  PRODUCT_OR_TOKEN,
} from './license-credentials.ts';
import { OpenOwnArtifact } from '../../commands/open-own-artifact.ts';
import { privateJson } from './private-body.ts';
import { latestBody } from './offer-bodies.ts';
import { OwnDownloadRequest } from './own-releases.dto.ts';
import { ARCHITECTURES, PLATFORMS } from '../../queries/artifact.view.ts';
import { CHANNEL_NAMES } from '../../queries/release.view.ts';

const LatestReleaseRequest = defineRequest({
  headers: {
    ...AUTHORIZATION,
    'license-device': described(optional(text({ min: 1, max: 128 })), 'Your own ID of the device, which decides about rollouts.'),
  },
  query: {
    ...PRODUCT,
    platform: optional(oneOf(PLATFORMS)),
    architecture: optional(oneOf(ARCHITECTURES)),
    channel: withDefault(oneOf(CHANNEL_NAMES), () => 'stable' as const),
  },
});

const ReleaseFileRequest = defineRequest({
  headers: AUTHORIZATION,
  path: { ...PRODUCT_OR_TOKEN, version: text({ max: 160 }), name: text({ max: 255 }) },
});

/** For applications that update themselves: the license key is the credential. Documented in the guide of releases. */
@ApiExcludeController()
@Controller()
export class ReleaseOffersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly service: ServiceUrl,
  ) {}

  @Get('v1/releases/latest')
  @Intercepted({ failures: UNKNOWN_KEYS })
  @Responses({ summary: 'Get the newest release for a license key', ok: { status: 200, view: null } })
  async latest(
    @Input(LatestReleaseRequest) { headers, query }: InputOf<typeof LatestReleaseRequest>,
    @ClientOrigin() origin: Origin,
    @CurrentExchange() exchange: Exchange,
  ): Promise<string | Buffer | undefined> {
    const { product, ...asked } = query;
    const presented = presentedFor(product, headers, origin);
    const device = headers['license-device'] ?? null;
    const offer = await this.commands.execute(new OfferNewestRelease(presented, { ...asked, device }));
    return privateJson(exchange, latestBody(offer, this.service.baseUrl));
  }

  @Get(['releases/:product/files/:version/:name', 'releases/:product/token/:token/files/:version/:name'])
  @Intercepted({ failures: UNKNOWN_KEYS })
  @Responses({ summary: 'Download a file of a release', ok: { status: 200, view: null } })
  async file(
    @Input(ReleaseFileRequest) input: InputOf<typeof ReleaseFileRequest>,
    @ClientOrigin() origin: Origin,
    @CurrentExchange() { request, reply }: Exchange,
  ): Promise<NodeJS.ReadableStream | undefined> {
    const { version, name } = input.path;
    return this.send(await this.commands.execute(new OpenArtifact(presentedBy(input, origin), version, name)), request, reply);
  }

  @Get('releases/:product/downloads/:license_key_id/:artifact_id')
  @Unlimited('The signature of the URL is the credential. Nothing is recorded without it.')
  @Responses({ summary: 'Download a file of a release from the customer portal', ok: { status: 200, view: null } })
  async ownFile(
    @Input(OwnDownloadRequest) { path, query }: InputOf<typeof OwnDownloadRequest>,
    @CurrentExchange() { request, reply }: Exchange,
  ): Promise<NodeJS.ReadableStream | undefined> {
    const wanted = { productId: path.product, licenseKeyId: path.license_key_id, artifactId: path.artifact_id };
    return this.send(await this.commands.execute(new OpenOwnArtifact(wanted, query)), request, reply);
  }

  private async send(
    { file, download }: OpenedArtifact,
    request: Exchange['request'],
    reply: Exchange['reply'],
  ): Promise<NodeJS.ReadableStream | undefined> {
    const response = new ContentResponse(request, file, 'save');
    if (response.sendsFirstByte) await this.commands.execute(new CountDownload(download));
    const location = await response.location();
    if (location !== null) {
      void reply.status(307).headers({ ...PRIVATE, location });
      return undefined;
    }
    const bytes = await response.open();
    void reply.status(response.status).headers({ ...PRIVATE, ...response.headers });
    return bytes;
  }
}
