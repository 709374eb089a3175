import { Controller, Get, Patch, Post, Res, type StreamableFile } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import {
  type Columns,
  EXPORT_TYPES,
  Idempotent,
  Input,
  type InputOf,
  NOT_PERMITTED,
  type Page,
  pageOf,
  Responses,
  streamedExport,
  streamedFile,
} from '#platform/http';
import { printedCards } from '#platform/printing';
import { CreateUnclaimedBatch } from '../../commands/batches/create-unclaimed-batch.ts';
import { UpdateUnclaimedBatch } from '../../commands/batches/update-unclaimed-batch.ts';
import { ExportUnclaimedKeys } from '../../queries/export-unclaimed-keys.ts';
import { FindBatchCards } from '../../queries/find-batch-cards.ts';
import { GetUnclaimedBatch } from '../../queries/get-unclaimed-batch.ts';
import { ListUnclaimedBatches } from '../../queries/list-unclaimed-batches.ts';
import { UnclaimedBatchView, UnclaimedKeyView } from '../../queries/unclaimed-batch.view.ts';
import { cardOf } from './key-cards.ts';
import {
  CreateUnclaimedBatchRequest,
  ExportUnclaimedKeysRequest,
  ListUnclaimedBatchesRequest,
  OneUnclaimedBatchRequest,
  UpdateUnclaimedBatchRequest,
} from './unclaimed-batch.dto.ts';

const AREA = 'license keys';
const READ = ['license_keys:read', 'license_keys:write'] as const;
const WRITE = 'license_keys:write';
const NOT_FOUND = ['ResourceNotFound', 'The batch does not exist or belongs to another organization.'] as const;

const NAMES = ['id', 'key', 'display_key', 'status', 'claimed_at'] as const satisfies readonly (keyof UnclaimedKeyView)[];

/** A key of a batch as a line of CSV. */
const KEY_TABLE: Columns<UnclaimedKeyView> = Object.fromEntries(
  NAMES.map((name) => [name, (key: UnclaimedKeyView) => key[name]]),
);

const PDF = 'application/pdf';

async function* unclaimedIn(keys: AsyncIterable<UnclaimedKeyView>): AsyncGenerator<string, void> {
  for await (const { key } of keys) if (key !== null) yield key;
}

/** Keys for whom nobody has bought yet: for bundles, schools and boxes. */
@ApiTags('license_key_batches')
@Controller('v1/license-key-batches')
export class UnclaimedBatchesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List batches of unclaimed license keys',
    description: 'Returns the batches of all organizations that the caller can access, newest first. An extension.',
    ok: { status: 200, view: pageOf(UnclaimedBatchView, 'LicenseKeyBatch') },
  })
  @RequireScope(READ)
  list(
    @Input(ListUnclaimedBatchesRequest) { query }: InputOf<typeof ListUnclaimedBatchesRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<UnclaimedBatchView>> {
    const { organization_id, benefit_id, ...paging } = query;
    return this.queries.execute(new ListUnclaimedBatches(caller.access(AREA), { organization_id, benefit_id }, paging));
  }

  @Post()
  @Idempotent()
  @Responses({
    summary: 'Create a batch of unclaimed license keys',
    description:
      'Makes keys that nobody has bought yet, such as for a bundle or cards in boxes. Each becomes a license key of the benefit, with its terms of that time, when it is claimed: by a customer in the portal, or by an activation with `License-Claim-Email`. Until then it is refused with `NOT_CLAIMED`. An extension.',
    ok: { status: 201, view: UnclaimedBatchView },
    errors: { 403: NOT_PERMITTED },
  })
  @RequireScope(WRITE)
  async create(
    @Input(CreateUnclaimedBatchRequest) { body }: InputOf<typeof CreateUnclaimedBatchRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<UnclaimedBatchView> {
    const { name, benefit_id: benefitId, claim_until: claimUntil = null, size } = body;
    const organizationId = caller.organizationFor(body.organization_id, AREA);
    const access = caller.access(AREA);
    const attributes = { organizationId, benefitId, name, claimUntil };
    const id = await this.commands.execute(new CreateUnclaimedBatch(access, attributes, size));
    return this.queries.execute(new GetUnclaimedBatch(access, id));
  }

  @Get(':id')
  @Responses({
    summary: 'Get a batch of unclaimed license keys',
    description: 'Returns a batch with the number of its keys that were claimed. An extension.',
    ok: { status: 200, view: UnclaimedBatchView },
    errors: { 404: NOT_FOUND },
  })
  @RequireScope(READ)
  get(
    @Input(OneUnclaimedBatchRequest) { path }: InputOf<typeof OneUnclaimedBatchRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<UnclaimedBatchView> {
    return this.queries.execute(new GetUnclaimedBatch(caller.access(AREA), path.id));
  }

  @Patch(':id')
  @Responses({
    summary: 'Update a batch of unclaimed license keys',
    description:
      'Changes the fields that are sent. `is_stopped` refuses the keys that nobody has claimed with `DISABLED`, until it is taken back. Those that were claimed are license keys and stay. An extension.',
    ok: { status: 200, view: UnclaimedBatchView },
    errors: { 403: NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope(WRITE)
  async update(
    @Input(UpdateUnclaimedBatchRequest) { path, body }: InputOf<typeof UpdateUnclaimedBatchRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<UnclaimedBatchView> {
    const access = caller.access(AREA);
    const { name, claim_until: claimUntil, is_stopped: isStopped } = body;
    const changes = { name: name ?? undefined, claimUntil, isStopped: isStopped ?? undefined };
    await this.commands.execute(new UpdateUnclaimedBatch(access, path.id, changes));
    return this.queries.execute(new GetUnclaimedBatch(access, path.id));
  }

  @Get(':id/export')
  @Responses({
    summary: 'Export the keys of a batch',
    description:
      'Returns the keys of a batch in the order in which they were made, while they are read: as one JSON object on each line (`application/x-ndjson`), with `format=csv` as CSV, or with `format=pdf` as a PDF with a card for each key that nobody has claimed, ten on a sheet of `paper`. If it fails, the connection is closed. An extension.',
    ok: { status: 200, view: UnclaimedKeyView, ...EXPORT_TYPES, fileMediaType: PDF },
    errors: { 404: NOT_FOUND },
  })
  @RequireScope(READ)
  async export(
    @Input(ExportUnclaimedKeysRequest) { path, query }: InputOf<typeof ExportUnclaimedKeysRequest>,
    @CurrentCaller() caller: SellerPrincipal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const access = caller.access(AREA);
    const keys = await this.queries.execute(new ExportUnclaimedKeys(access, path.id));
    const { format, paper, language } = query;
    if (format !== 'pdf') return streamedExport(keys, reply, { format, columns: KEY_TABLE });
    const cards = await this.queries.execute(new FindBatchCards(access, path.id));
    const printed = printedCards(unclaimedIn(keys), cardOf(cards, language), { paper, title: cards.batchName });
    return streamedFile(printed, reply, PDF);
  }
}
