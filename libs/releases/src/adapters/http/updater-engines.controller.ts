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
import { CHANNEL_NAMES } from '../../queries/release.view.ts';
import { askedByElectron, electronUpdate } from './engines/electron.ts';
import { appcast } from './engines/sparkle.ts';
import { MAC_PLATFORMS, macUpdate, releasesFile, WINDOWS_PLATFORMS } from './engines/squirrel.ts';
import { PROCESSORS, TARGETS, tauriUpdate } from './engines/tauri.ts';
import { pluginUpdate } from './engines/wordpress.ts';
import {
  deviceIn,
  ElectronRequest,
  SparkleRequest,
  SquirrelMacRequest,
  SquirrelWindowsRequest,
  TauriRequest,
  WordPressRequest,
} from './engines.dto.ts';
import type { Place } from './offer-bodies.ts';
import { presentedBy, PRIVATE, UNKNOWN_KEYS } from './license-credentials.ts';
import { privateBody, privateJson } from './private-body.ts';

const NOTHING = 'There is no release for the license key.';

/**
 * What updaters ask: whether there is something new for the license key. Those that can only be given an address have a download token in it.
 */
@ApiExcludeController()
@Controller(['releases/:product', 'releases/:product/token/:token'])
export class UpdaterEnginesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly service: ServiceUrl,
  ) {}

  @Get('electron/:file')
  @Intercepted({ failures: UNKNOWN_KEYS })
  @Responses({ summary: 'Get the update of electron-updater', ok: { status: 200, view: null } })
  async electron(
    @Input(ElectronRequest) input: InputOf<typeof ElectronRequest>,
    @ClientOrigin() origin: Origin,
    @CurrentExchange() exchange: Exchange,
  ): Promise<string | Buffer | undefined> {
    const { headers, path } = input;
    const asked = askedByElectron(path.file);
    if (!asked) throw new ResourceNotFound();
    const device = headers['license-device'] ?? null;
    const offer = await this.commands.execute(new OfferNewestRelease(presentedBy(input, origin), { ...asked, device }));
    const update = electronUpdate(offer, this.placeOf(path), headers['accept-language']);
    if (update === null) throw new ResourceNotFound(NOTHING);
    return privateBody(exchange, update, 'text/yaml; charset=utf-8');
  }

  @Get('tauri/:target/:arch/:version')
  @Intercepted({ failures: UNKNOWN_KEYS })
  @Responses({ summary: 'Get the update of the updater of Tauri', ok: { status: 200, view: null } })
  async tauri(
    @Input(TauriRequest) input: InputOf<typeof TauriRequest>,
    @ClientOrigin() origin: Origin,
    @CurrentExchange() exchange: Exchange,
  ): Promise<string | Buffer | undefined> {
    const { headers, path, query } = input;
    const asked = {
      channel: query.channel,
      platform: TARGETS[path.target],
      architecture: PROCESSORS[path.arch],
      device: headers['license-device'] ?? null,
    };
    const offer = await this.commands.execute(new OfferNewestRelease(presentedBy(input, origin), asked));
    const update = tauriUpdate(offer, path.version, this.placeOf(path), headers['accept-language']);
    if (update) return privateJson(exchange, update);
    void exchange.reply.status(204).headers(PRIVATE);
    return undefined;
  }

  @Get('sparkle/:platform/appcast.xml')
  @Intercepted({ failures: UNKNOWN_KEYS })
  @Responses({ summary: 'Get the appcast of Sparkle or WinSparkle', ok: { status: 200, view: null } })
  async sparkle(
    @Input(SparkleRequest) input: InputOf<typeof SparkleRequest>,
    @ClientOrigin() origin: Origin,
    @CurrentExchange() exchange: Exchange,
  ): Promise<string | Buffer | undefined> {
    const { path, query } = input;
    const [presented, device] = [presentedBy(input, origin), deviceIn(input)];
    const asked = { platform: path.platform, architecture: query.architecture, device };
    const channels = CHANNEL_NAMES.slice(0, CHANNEL_NAMES.indexOf(query.channel) + 1);
    const offers = await Promise.all(
      channels.map((channel) => this.commands.execute(new OfferNewestRelease(presented, { ...asked, channel }))),
    );
    return privateBody(exchange, appcast(offers, path.platform, this.placeOf(path)), 'application/rss+xml; charset=utf-8');
  }

  @Get('squirrel/update/:platform/:version')
  @Intercepted({ failures: UNKNOWN_KEYS })
  @Responses({ summary: 'Get the update of Squirrel.Mac', ok: { status: 200, view: null } })
  async squirrelMac(
    @Input(SquirrelMacRequest) input: InputOf<typeof SquirrelMacRequest>,
    @ClientOrigin() origin: Origin,
    @CurrentExchange() exchange: Exchange,
  ): Promise<string | Buffer | undefined> {
    const { path, query } = input;
    const architecture = MAC_PLATFORMS[path.platform];
    const asked = { channel: query.channel, platform: 'macos', architecture, device: deviceIn(input) } as const;
    const offer = await this.commands.execute(new OfferNewestRelease(presentedBy(input, origin), asked));
    const update = macUpdate(offer, path.version, this.placeOf(path));
    if (update) return privateJson(exchange, update);
    void exchange.reply.status(204).headers(PRIVATE);
    return undefined;
  }

  @Get('squirrel/update/:platform/:version/RELEASES')
  @Intercepted({ failures: UNKNOWN_KEYS })
  @Responses({ summary: 'Get the file RELEASES of Squirrel.Windows', ok: { status: 200, view: null } })
  async squirrelWindows(
    @Input(SquirrelWindowsRequest) input: InputOf<typeof SquirrelWindowsRequest>,
    @ClientOrigin() origin: Origin,
    @CurrentExchange() exchange: Exchange,
  ): Promise<string | Buffer | undefined> {
    const { path, query } = input;
    const architecture = WINDOWS_PLATFORMS[path.platform];
    const asked = { channel: query.channel, platform: 'windows', architecture, device: deviceIn(input) } as const;
    const offer = await this.commands.execute(new OfferNewestRelease(presentedBy(input, origin), asked));
    const file = releasesFile(offer, path.version, this.placeOf(path));
    if (file === null) throw new ResourceNotFound(NOTHING);
    return privateBody(exchange, file, 'text/plain; charset=utf-8');
  }

  @Get('wordpress/:slug')
  @Intercepted({ failures: UNKNOWN_KEYS })
  @Responses({ summary: 'Get the update of a WordPress plugin', ok: { status: 200, view: null } })
  async wordPress(
    @Input(WordPressRequest) input: InputOf<typeof WordPressRequest>,
    @ClientOrigin() origin: Origin,
    @CurrentExchange() exchange: Exchange,
  ): Promise<string | Buffer | undefined> {
    const { path, query } = input;
    const asked = { channel: query.channel, device: deviceIn(input) };
    const offer = await this.commands.execute(new OfferNewestRelease(presentedBy(input, origin), asked));
    const update = pluginUpdate(offer, path.slug, this.placeOf(path));
    if (!update) throw new ResourceNotFound(NOTHING);
    return privateJson(exchange, update);
  }

  private placeOf({ token }: { readonly token?: string | undefined }): Place {
    return { baseUrl: this.service.baseUrl, token };
  }
}
