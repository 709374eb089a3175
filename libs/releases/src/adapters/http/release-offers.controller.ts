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
} from '#platform/http';
import { CountDownload } from '../../commands/count-download.ts';
import { OfferNewestRelease } from '../../commands/offer-newest-release.ts';
import { OpenArtifact } from '../../commands/open-artifact.ts';
import { presentedFor, PRIVATE, UNKNOWN_KEYS } from './license-credentials.ts';
import { latestBody } from './offer-bodies.ts';
import { LatestReleaseRequest, ReleaseFileRequest } from './release-offers.dto.ts';

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
    @CurrentExchange() { reply }: Exchange,
  ): Promise<object> {
    const { product, ...asked } = query;
    const presented = presentedFor(product, headers, origin);
    const device = headers['license-device'] ?? null;
    const offer = await this.commands.execute(new OfferNewestRelease(presented, { ...asked, device }));
    void reply.headers(PRIVATE);
    return latestBody(offer, this.service.baseUrl);
  }

  @Get('releases/:product/files/:version/:name')
  @Intercepted({ failures: UNKNOWN_KEYS })
  @Responses({ summary: 'Download a file of a release', ok: { status: 200, view: null } })
  async file(
    @Input(ReleaseFileRequest) { headers, path }: InputOf<typeof ReleaseFileRequest>,
    @ClientOrigin() origin: Origin,
    @CurrentExchange() { request, reply }: Exchange,
  ): Promise<NodeJS.ReadableStream | undefined> {
    const presented = presentedFor(path.product, headers, origin);
    const { file, download } = await this.commands.execute(new OpenArtifact(presented, path.version, path.name));
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
