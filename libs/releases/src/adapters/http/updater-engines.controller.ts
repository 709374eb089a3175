import { Controller, Get } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiExcludeController } from '@nestjs/swagger';
import { ResourceNotFound } from '#kernel';
import { ServiceUrl } from '#support/mails';
import {
  ClientOrigin,
  CurrentExchange,
  type Exchange,
  Input,
  type InputOf,
  Intercepted,
  type Origin,
  Responses,
} from '#platform/http';
import { OfferNewestRelease } from '../../commands/offer-newest-release.ts';
import { askedByElectron, electronUpdate } from './engines/electron.ts';
import { PROCESSORS, TARGETS, tauriUpdate } from './engines/tauri.ts';
import { ElectronRequest, TauriRequest } from './engines.dto.ts';
import { presentedFor, PRIVATE, UNKNOWN_KEYS } from './license-credentials.ts';

/** What the updaters of frameworks ask: whether there is something new for the license key. */
@ApiExcludeController()
@Controller('releases/:product')
export class UpdaterEnginesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly service: ServiceUrl,
  ) {}

  @Get('electron/:file')
  @Intercepted({ failures: UNKNOWN_KEYS })
  @Responses({ summary: 'Get the update of electron-updater', ok: { status: 200, view: null } })
  async electron(
    @Input(ElectronRequest) { headers, path }: InputOf<typeof ElectronRequest>,
    @ClientOrigin() origin: Origin,
    @CurrentExchange() { reply }: Exchange,
  ): Promise<string> {
    const asked = askedByElectron(path.file);
    if (!asked) throw new ResourceNotFound();
    const presented = presentedFor(path.product, headers, origin);
    const device = headers['license-device'] ?? null;
    const offer = await this.commands.execute(new OfferNewestRelease(presented, { ...asked, device }));
    const update = electronUpdate(offer, this.service.baseUrl);
    if (update === null) throw new ResourceNotFound('There is no release for the license key.');
    void reply.headers({ ...PRIVATE, 'content-type': 'text/yaml; charset=utf-8' });
    return update;
  }

  @Get('tauri/:target/:arch/:version')
  @Intercepted({ failures: UNKNOWN_KEYS })
  @Responses({ summary: 'Get the update of the updater of Tauri', ok: { status: 200, view: null } })
  async tauri(
    @Input(TauriRequest) { headers, path, query }: InputOf<typeof TauriRequest>,
    @ClientOrigin() origin: Origin,
    @CurrentExchange() { reply }: Exchange,
  ): Promise<object | undefined> {
    const presented = presentedFor(path.product, headers, origin);
    const asked = {
      channel: query.channel,
      platform: TARGETS[path.target],
      architecture: PROCESSORS[path.arch],
      device: headers['license-device'] ?? null,
    };
    const offer = await this.commands.execute(new OfferNewestRelease(presented, asked));
    const update = tauriUpdate(offer, path.version, this.service.baseUrl);
    void reply.headers(PRIVATE);
    if (update) return update;
    void reply.status(204);
    return undefined;
  }
}
