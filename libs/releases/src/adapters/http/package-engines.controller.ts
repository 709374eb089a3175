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
import { ListPackages } from '../../commands/list-packages.ts';
import { packument } from './engines/npm.ts';
import { HTML_TYPE, JSON_TYPE, projectFiles, projectList, wantsJson } from './engines/pypi.ts';
import { NpmPackageRequest, PyPiProjectRequest, PyPiRequest } from './engines.dto.ts';
import { presentedFor, UNKNOWN_KEYS } from './license-credentials.ts';
import { privateBody, privateJson } from './private-body.ts';

/** Registries for package managers: what npm and pip ask, and the packages that the license key gets. */
@ApiExcludeController()
@Controller('releases/:product')
export class PackageEnginesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly service: ServiceUrl,
  ) {}

  @Get('npm/:name')
  @Intercepted({ failures: UNKNOWN_KEYS })
  @Responses({ summary: 'Get the versions of an npm package', ok: { status: 200, view: null } })
  async npm(
    @Input(NpmPackageRequest) { headers, path }: InputOf<typeof NpmPackageRequest>,
    @ClientOrigin() origin: Origin,
    @CurrentExchange() exchange: Exchange,
  ): Promise<string | Buffer | undefined> {
    const presented = presentedFor(path.product, headers, origin);
    const packages = await this.commands.execute(new ListPackages(presented, 'npm'));
    const found = packument(packages, path.name, this.service.baseUrl);
    if (!found) throw new ResourceNotFound('The product has no such package.');
    return privateJson(exchange, found);
  }

  @Get('pypi/simple')
  @Intercepted({ failures: UNKNOWN_KEYS })
  @Responses({ summary: 'List the projects of a Python index', ok: { status: 200, view: null } })
  async projects(
    @Input(PyPiRequest) { headers, path }: InputOf<typeof PyPiRequest>,
    @ClientOrigin() origin: Origin,
    @CurrentExchange() exchange: Exchange,
  ): Promise<string | Buffer | undefined> {
    const presented = presentedFor(path.product, headers, origin);
    const packages = await this.commands.execute(new ListPackages(presented, 'pypi'));
    const asJson = wantsJson(headers.accept);
    return privateBody(exchange, projectList(packages, asJson), asJson ? JSON_TYPE : HTML_TYPE);
  }

  @Get('pypi/simple/:name')
  @Intercepted({ failures: UNKNOWN_KEYS })
  @Responses({ summary: 'List the files of a Python project', ok: { status: 200, view: null } })
  async files(
    @Input(PyPiProjectRequest) { headers, path }: InputOf<typeof PyPiProjectRequest>,
    @ClientOrigin() origin: Origin,
    @CurrentExchange() exchange: Exchange,
  ): Promise<string | Buffer | undefined> {
    const presented = presentedFor(path.product, headers, origin);
    const packages = await this.commands.execute(new ListPackages(presented, 'pypi'));
    const asJson = wantsJson(headers.accept);
    const found = projectFiles(packages, path.name, this.service.baseUrl, asJson);
    if (found === null) throw new ResourceNotFound('The product has no such project.');
    return privateBody(exchange, found, asJson ? JSON_TYPE : HTML_TYPE);
  }
}
