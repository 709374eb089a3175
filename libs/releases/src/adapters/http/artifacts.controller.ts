import { Controller, Delete, Get, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import {
  Idempotent,
  Input,
  type InputOf,
  MANAGEMENT_NOT_PERMITTED,
  noteTakesLonger,
  type Page,
  pageOf,
  Responses,
} from '#platform/http';
import { AddArtifact } from '../../commands/add-artifact.ts';
import { RemoveArtifact } from '../../commands/remove-artifact.ts';
import { ArtifactView } from '../../queries/artifact.view.ts';
import { GetArtifact } from '../../queries/get-artifact.ts';
import { ListArtifacts } from '../../queries/list-artifacts.ts';
import { CreateArtifactRequest, ListArtifactsRequest, newArtifact, OneArtifactRequest } from './artifacts.dto.ts';

const AREA = 'products';
const NOT_FOUND = ['ResourceNotFound', 'The artifact does not exist or belongs to another organization.'] as const;

@ApiTags('artifacts')
@Controller('v1/artifacts')
export class ArtifactsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List the artifacts of a release',
    description: 'Returns the artifacts of a release, by their names. An extension.',
    ok: { status: 200, view: pageOf(ArtifactView, 'ReleaseArtifact') },
  })
  @RequireScope(['releases:read', 'releases:write'])
  list(
    @Input(ListArtifactsRequest) { query }: InputOf<typeof ListArtifactsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<ArtifactView>> {
    const { release_id, ...paging } = query;
    return this.queries.execute(new ListArtifacts(caller.access(AREA), release_id, paging));
  }

  @Post()
  @Idempotent()
  @Responses({
    summary: 'Add an artifact to a release',
    description:
      'Adds a file to a draft. Upload it before as a file with the service `downloadable`, in parts, and complete the upload. Fails with 422 if a digest differs from the one that is expected. Publishes `artifact.uploaded`. An extension.',
    ok: { status: 201, view: ArtifactView },
    errors: {
      403: MANAGEMENT_NOT_PERMITTED,
      404: ['ResourceNotFound', 'The release does not exist or belongs to another organization.'],
      409: [
        'ReleaseConflict',
        'The release has an artifact with this name, is or was published, or has as many artifacts as it can have.',
      ],
    },
  })
  @RequireScope('releases:write')
  async create(
    @Input(CreateArtifactRequest) { body }: InputOf<typeof CreateArtifactRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<ArtifactView> {
    const access = caller.access(AREA);
    // All bytes of the file are read.
    noteTakesLonger();
    const id = await this.commands.execute(new AddArtifact(access, body.file_id, newArtifact(body)));
    return this.queries.execute(new GetArtifact(access, id));
  }

  @Get(':id')
  @Responses({
    summary: 'Get an artifact',
    description: 'Returns an artifact with its digests. An extension.',
    ok: { status: 200, view: ArtifactView },
    errors: { 404: NOT_FOUND },
  })
  @RequireScope(['releases:read', 'releases:write'])
  get(
    @Input(OneArtifactRequest) { path }: InputOf<typeof OneArtifactRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<ArtifactView> {
    return this.queries.execute(new GetArtifact(caller.access(AREA), path.id));
  }

  @Delete(':id')
  @Responses({
    summary: 'Remove an artifact from a release',
    description: 'Takes an artifact, with those that describe it, from a draft. Their files stay. An extension.',
    ok: { status: 204, view: null },
    errors: { 403: MANAGEMENT_NOT_PERMITTED, 404: NOT_FOUND, 409: ['ReleaseConflict', 'The release is or was published.'] },
  })
  @RequireScope('releases:write')
  delete(
    @Input(OneArtifactRequest) { path }: InputOf<typeof OneArtifactRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    return this.commands.execute(new RemoveArtifact(caller.access(AREA), path.id));
  }
}
