import { Controller, Get } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiExcludeController } from '@nestjs/swagger';
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
import { ReadDebianIndex } from '../../commands/read-debian-index.ts';
import { DebianKeyRequest, DebianPackagesRequest, DebianReleaseRequest } from './engines.dto.ts';
import { presentedFor, UNKNOWN_KEYS } from './license-credentials.ts';
import { privateBody } from './private-body.ts';

const TEXT = 'text/plain; charset=utf-8';

/** A Debian repository at the address of the product, whose packages are files of its releases. */
@ApiExcludeController()
@Controller('releases/:product')
export class DebianRepositoryController {
  constructor(private readonly commands: CommandBus) {}

  @Get('dists/key.asc')
  @Intercepted({ failures: UNKNOWN_KEYS })
  @Responses({ summary: 'Get the OpenPGP key of the Debian repository', ok: { status: 200, view: null } })
  async key(
    @Input(DebianKeyRequest) { headers, path }: InputOf<typeof DebianKeyRequest>,
    @ClientOrigin() origin: Origin,
    @CurrentExchange() exchange: Exchange,
  ): Promise<string | Buffer | undefined> {
    const presented = presentedFor(path.product, headers, origin);
    const key = await this.commands.execute(new ReadDebianIndex(presented, null));
    return privateBody(exchange, key, 'application/pgp-keys');
  }

  @Get('dists/:suite/:file')
  @Intercepted({ failures: UNKNOWN_KEYS })
  @Responses({ summary: 'Get what a suite of the Debian repository contains', ok: { status: 200, view: null } })
  async release(
    @Input(DebianReleaseRequest) { headers, path }: InputOf<typeof DebianReleaseRequest>,
    @ClientOrigin() origin: Origin,
    @CurrentExchange() exchange: Exchange,
  ): Promise<string | Buffer | undefined> {
    const presented = presentedFor(path.product, headers, origin);
    const suite = { channel: path.suite, path: path.file };
    const bytes = await this.commands.execute(new ReadDebianIndex(presented, suite));
    return privateBody(exchange, bytes, TEXT);
  }

  @Get('dists/:suite/main/:architecture/:file')
  @Intercepted({ failures: UNKNOWN_KEYS })
  @Responses({ summary: 'List the packages of the Debian repository', ok: { status: 200, view: null } })
  async packages(
    @Input(DebianPackagesRequest) { headers, path }: InputOf<typeof DebianPackagesRequest>,
    @ClientOrigin() origin: Origin,
    @CurrentExchange() exchange: Exchange,
  ): Promise<string | Buffer | undefined> {
    const presented = presentedFor(path.product, headers, origin);
    const suite = { channel: path.suite, path: `main/${path.architecture}/${path.file}` };
    const bytes = await this.commands.execute(new ReadDebianIndex(presented, suite));
    return privateBody(exchange, bytes, path.file.endsWith('.gz') ? 'application/gzip' : TEXT);
  }
}
