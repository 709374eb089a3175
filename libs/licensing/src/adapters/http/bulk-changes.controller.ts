import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import {
  Idempotent,
  Input,
  type InputOf,
  NOT_PERMITTED,
  NotIdempotent,
  type Page,
  pageOf,
  RequestInvalid,
  Responses,
} from '#platform/http';
import type { BulkAction } from '#support/bulk-changes';
import { toTag } from '#support/tags';
import { BeginBulkChange } from '../../commands/bulk/begin-bulk-change.ts';
import { CancelBulkChange, UndoBulkChange } from '../../commands/bulk/end-bulk-change.ts';
import { PreviewBulkChange } from '../../commands/bulk/preview-bulk-change.ts';
import { type BulkActionView, BulkChangeView, BulkPreviewView } from '../../queries/bulk-change.view.ts';
import { BulkEntryView } from '../../queries/bulk-entry.view.ts';
import { GetBulkChange } from '../../queries/get-bulk-change.ts';
import { ListBulkChanges } from '../../queries/list-bulk-changes.ts';
import { ListBulkEntries } from '../../queries/list-bulk-entries.ts';
import { type BulkSet, SelectBulkKeys } from '../../queries/select-bulk-keys.ts';
import {
  BeginBulkChangeRequest,
  ListBulkChangesRequest,
  ListBulkEntriesRequest,
  OneBulkChangeRequest,
  PreviewBulkChangeRequest,
} from './bulk-change.dto.ts';

const AREA = 'license keys';
const READ = ['license_keys:read', 'license_keys:write'] as const;
const WRITE = 'license_keys:write';
const NOT_FOUND = ['ResourceNotFound', 'The bulk change does not exist or belongs to another organization.'] as const;

type SetBody = Pick<InputOf<typeof PreviewBulkChangeRequest>['body'], 'ids' | 'filter'>;

function setIn({ ids, filter }: SetBody): BulkSet {
  if (ids && !filter) return { ids };
  if (filter && !ids) return { filter };
  const msg = 'Either `ids` or `filter` is required, and not both.';
  throw new RequestInvalid([{ loc: ['body', 'ids'], type: 'value_error', msg, input: ids ?? null }]);
}

function actionIn(action: BulkActionView): BulkAction {
  if (action.type === 'extend_until') return { type: action.type, expiresAt: action.expires_at.toISOString() };
  return 'tag' in action ? { ...action, tag: toTag(action.tag, ['action', 'tag']) } : action;
}

/** One action on many license keys, which the worker does part by part. */
@ApiTags('bulk.license_keys')
@Controller('v1/bulk/license-keys')
export class BulkChangesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @RequireScope(READ)
  @Responses({
    summary: 'List bulk changes of license keys',
    description: 'Returns the bulk changes of all organizations that the caller can access, newest first. An extension.',
    ok: { status: 200, view: pageOf(BulkChangeView, 'LicenseKeyBulkChange') },
  })
  list(
    @Input(ListBulkChangesRequest) { query }: InputOf<typeof ListBulkChangesRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<BulkChangeView>> {
    const { organization_id, ...paging } = query;
    return this.queries.execute(new ListBulkChanges(caller.access(AREA), organization_id, paging));
  }

  @Post()
  @Idempotent()
  @RequireScope(WRITE)
  @Responses({
    summary: 'Change many license keys',
    description:
      'Begins to do one thing with many license keys: those with these IDs, or all that match a filter now. License keys that match later are not among them. The service does it in parts; `GET` says how far it has come, and its entries what became of each license key. A license key that cannot be changed so is left as it is. Each change publishes the same event as a change by hand. An extension.',
    ok: { status: 201, view: BulkChangeView },
    errors: {
      403: NOT_PERMITTED,
      409: ['BulkChangeSetChanged', 'There are more or fewer license keys than `expected_total`.'],
    },
  })
  async create(
    @Input(BeginBulkChangeRequest) { body }: InputOf<typeof BeginBulkChangeRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<BulkChangeView> {
    const access = caller.access(AREA);
    const organizationId = caller.organizationFor(body.organization_id, AREA);
    const ids = await this.queries.execute(new SelectBulkKeys(access, organizationId, setIn(body)));
    const begin = new BeginBulkChange(access, organizationId, actionIn(body.action), ids, body.expected_total);
    return this.queries.execute(new GetBulkChange(access, await this.commands.execute(begin)));
  }

  @Post('preview')
  @HttpCode(200)
  @NotIdempotent('It changes nothing.')
  @RequireScope(WRITE)
  @Responses({
    summary: 'Preview a change of many license keys',
    description:
      'Says how many license keys a bulk change would change now, and why it would leave the others as they are. Nothing changes. An extension.',
    ok: { status: 200, view: BulkPreviewView },
    errors: { 403: NOT_PERMITTED },
  })
  async preview(
    @Input(PreviewBulkChangeRequest) { body }: InputOf<typeof PreviewBulkChangeRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<BulkPreviewView> {
    const access = caller.access(AREA);
    const organizationId = caller.organizationFor(body.organization_id, AREA);
    const ids = await this.queries.execute(new SelectBulkKeys(access, organizationId, setIn(body)));
    const preview = await this.commands.execute(new PreviewBulkChange(access, organizationId, actionIn(body.action), ids));
    const refusals = preview.refusals.map(({ examples, ...refusal }) => ({
      ...refusal,
      examples: examples.map(({ id, displayKey }) => ({ license_key_id: id, display_key: displayKey })),
    }));
    return { ...preview, refusals };
  }

  @Get(':id')
  @RequireScope(READ)
  @Responses({
    summary: 'Get a bulk change of license keys',
    description: 'Returns a bulk change, with how far it has come. An extension.',
    ok: { status: 200, view: BulkChangeView },
    errors: { 404: NOT_FOUND },
  })
  get(
    @Input(OneBulkChangeRequest) { path }: InputOf<typeof OneBulkChangeRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<BulkChangeView> {
    return this.queries.execute(new GetBulkChange(caller.access(AREA), path.id));
  }

  @Get(':id/entries')
  @RequireScope(READ)
  @Responses({
    summary: 'List the license keys of a bulk change',
    description: 'Returns what became of each license key of a bulk change, in the order of their IDs. An extension.',
    ok: { status: 200, view: pageOf(BulkEntryView, 'LicenseKeyBulkEntry') },
    errors: { 404: NOT_FOUND },
  })
  listEntries(
    @Input(ListBulkEntriesRequest) { path, query }: InputOf<typeof ListBulkEntriesRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<BulkEntryView>> {
    const { outcome, ...paging } = query;
    return this.queries.execute(new ListBulkEntries(caller.access(AREA), path.id, outcome, paging));
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @Idempotent()
  @RequireScope(WRITE)
  @Responses({
    summary: 'Cancel a bulk change of license keys',
    description:
      'Leaves those license keys as they are that were not changed yet, if there are any. The others stay changed. An extension.',
    ok: { status: 200, view: BulkChangeView },
    errors: { 403: NOT_PERMITTED, 404: NOT_FOUND },
  })
  async cancel(
    @Input(OneBulkChangeRequest) { path }: InputOf<typeof OneBulkChangeRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<BulkChangeView> {
    const access = caller.access(AREA);
    await this.commands.execute(new CancelBulkChange(access, path.id));
    return this.queries.execute(new GetBulkChange(access, path.id));
  }

  @Post(':id/undo')
  @HttpCode(200)
  @Idempotent()
  @RequireScope(WRITE)
  @Responses({
    summary: 'Undo a bulk change of license keys',
    description:
      'Gives the license keys back what they had before, but for those of which that was changed since: the entries name them as `kept`. If the bulk change is running, it is cancelled, too. To ask again changes nothing. Mails that were sent cannot be taken back. An extension.',
    ok: { status: 200, view: BulkChangeView },
    errors: {
      403: NOT_PERMITTED,
      404: NOT_FOUND,
      409: ['BulkChangeNotUndoable', 'The bulk change sends license keys.'],
    },
  })
  async undo(
    @Input(OneBulkChangeRequest) { path }: InputOf<typeof OneBulkChangeRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<BulkChangeView> {
    const access = caller.access(AREA);
    await this.commands.execute(new UndoBulkChange(access, path.id));
    return this.queries.execute(new GetBulkChange(access, path.id));
  }
}
