import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { Idempotent, Input, type InputOf, MANAGEMENT_NOT_PERMITTED, type Page, pageOf, Responses } from '#platform/http';
import { CreateRelease } from '../../commands/create-release.ts';
import { DeleteRelease } from '../../commands/delete-release.ts';
import { PublishRelease } from '../../commands/publish-release.ts';
import { UpdateRelease } from '../../commands/update-release.ts';
import { YankRelease } from '../../commands/yank-release.ts';
import { GetRelease } from '../../queries/get-release.ts';
import { ListReleases } from '../../queries/list-releases.ts';
import { ReleaseView } from '../../queries/release.view.ts';
import {
  CreateReleaseRequest,
  ListReleasesRequest,
  newRelease,
  OneReleaseRequest,
  PublishReleaseRequest,
  releaseChanges,
  UpdateReleaseRequest,
  YankReleaseRequest,
} from './releases.dto.ts';

const AREA = 'products';
const NOT_FOUND = ['ResourceNotFound', 'The release does not exist or belongs to another organization.'] as const;

@ApiTags('releases')
@Controller('v1/releases')
export class ReleasesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List releases',
    description: 'Returns the releases of all organizations that the caller can access, newest first. An extension.',
    ok: { status: 200, view: pageOf(ReleaseView, 'Release') },
  })
  @RequireScope(['releases:read', 'releases:write'])
  list(
    @Input(ListReleasesRequest) { query }: InputOf<typeof ListReleasesRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<ReleaseView>> {
    const { page, limit, ...filter } = query;
    return this.queries.execute(new ListReleases(caller.access(AREA), filter, { page, limit }));
  }

  @Post()
  @Idempotent()
  @Responses({
    summary: 'Create a release',
    description: 'Creates a draft, which nobody is offered. Add artifacts to it, then publish it. An extension.',
    ok: { status: 201, view: ReleaseView },
    errors: {
      403: MANAGEMENT_NOT_PERMITTED,
      409: ['VersionExists', 'The product has a release of this version, or of one that is equal to it.'],
    },
  })
  @RequireScope('releases:write')
  async create(
    @Input(CreateReleaseRequest) { body }: InputOf<typeof CreateReleaseRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<ReleaseView> {
    const access = caller.access(AREA);
    const id = await this.commands.execute(new CreateRelease(access, newRelease(body)));
    return this.queries.execute(new GetRelease(access, id));
  }

  @Get(':id')
  @Responses({
    summary: 'Get a release',
    description: 'Returns a release, with how often it was downloaded. An extension.',
    ok: { status: 200, view: ReleaseView },
    errors: { 404: NOT_FOUND },
  })
  @RequireScope(['releases:read', 'releases:write'])
  get(
    @Input(OneReleaseRequest) { path }: InputOf<typeof OneReleaseRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<ReleaseView> {
    return this.queries.execute(new GetRelease(caller.access(AREA), path.id));
  }

  @Patch(':id')
  @Responses({
    summary: 'Update a release',
    description:
      'Changes the fields that are sent; fields that are `null` stay as they are. The channel changes only while the release is a draft; the rollout of a published release can grow at any time. An extension.',
    ok: { status: 200, view: ReleaseView },
    errors: {
      403: MANAGEMENT_NOT_PERMITTED,
      404: NOT_FOUND,
      409: ['ReleaseConflict', 'The release is published, and the channel another one.'],
    },
  })
  @RequireScope('releases:write')
  async update(
    @Input(UpdateReleaseRequest) { path, body }: InputOf<typeof UpdateReleaseRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<ReleaseView> {
    const access = caller.access(AREA);
    await this.commands.execute(new UpdateRelease(access, path.id, releaseChanges(body)));
    return this.queries.execute(new GetRelease(access, path.id));
  }

  @Delete(':id')
  @Responses({
    summary: 'Delete a release',
    description: 'Deletes a draft with its artifacts. Their files stay. What was published can be yanked. An extension.',
    ok: { status: 204, view: null },
    errors: { 403: MANAGEMENT_NOT_PERMITTED, 404: NOT_FOUND, 409: ['ReleaseConflict', 'The release is or was published.'] },
  })
  @RequireScope('releases:write')
  delete(
    @Input(OneReleaseRequest) { path }: InputOf<typeof OneReleaseRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    return this.commands.execute(new DeleteRelease(caller.access(AREA), path.id));
  }

  @Post(':id/publish')
  @Idempotent()
  @Responses({
    summary: 'Publish a release',
    description:
      'Offers a draft with all of its artifacts, at once, to every license key that includes it. From then on, version, channel and artifacts stay as they are. Publishes `release.published`. An extension.',
    ok: { status: 200, view: ReleaseView },
    errors: {
      403: MANAGEMENT_NOT_PERMITTED,
      404: NOT_FOUND,
      409: [
        'ReleaseConflict',
        'The release is or was published (`ReleaseNotDraft`), or has no artifact (`ReleaseWithoutArtifacts`).',
      ],
    },
  })
  @RequireScope('releases:write')
  async publish(
    @Input(PublishReleaseRequest) { path, body }: InputOf<typeof PublishReleaseRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<ReleaseView> {
    const access = caller.access(AREA);
    await this.commands.execute(new PublishRelease(access, path.id, body.published_at ?? null));
    return this.queries.execute(new GetRelease(access, path.id));
  }

  @Post(':id/yank')
  @Idempotent()
  @Responses({
    summary: 'Yank a release',
    description:
      'Offers a published release to nobody any more. Whoever names its version still gets its files: those who have pinned it can install it again. Publishes `release.yanked`. An extension.',
    ok: { status: 200, view: ReleaseView },
    errors: { 403: MANAGEMENT_NOT_PERMITTED, 404: NOT_FOUND, 409: ['ReleaseConflict', 'The release is not published.'] },
  })
  @RequireScope('releases:write')
  async yank(
    @Input(YankReleaseRequest) { path, body }: InputOf<typeof YankReleaseRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<ReleaseView> {
    const access = caller.access(AREA);
    await this.commands.execute(new YankRelease(access, path.id, body.reason ?? null));
    return this.queries.execute(new GetRelease(access, path.id));
  }
}
