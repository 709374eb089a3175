import { Controller, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Responses, Input, type InputOf, pageOf, StreamsLists, Idempotent } from '#platform/http';
import { unionByKey } from '#platform/wire';
import { IssueLicenseKeys } from '../../commands/keys/issue-license-keys.ts';
import { RotateLicenseKey } from '../../commands/keys/rotate-license-key.ts';
import { TransferLicenseKey } from '../../commands/keys/transfer-license-key.ts';
import { GetActivation } from '../../queries/get-activation.ts';
import { GetLicenseKey } from '../../queries/get-license-key.ts';
import { IssuedLicenseKeysView, LicenseKeyView, LicenseKeyWithActivationsView } from '../../queries/license-key.view.ts';
import { ListLicenseKeys } from '../../queries/list-license-keys.ts';
import { ListUsageReservations } from '../../queries/list-usage-reservations.ts';
import { UsageReservationView } from '../../queries/usage-reservation.view.ts';
import { ListReservationsRequest } from './usage-reservation.dto.ts';
import { TransferRequest } from './transfer.dto.ts';
import { LicenseKeyResponses } from './license-key-responses.ts';
import { toIssueKeyInput, toUpdate } from './to-commands.ts';
import { GET_ACTIVATION, NOT_FOUND, ROTATE_ERRORS, TRANSFER_ERRORS } from './license-key-operations.ts';
import { GetActivationRequest, GetRequest, IssueRequest, UpdateRequest } from './license-key.dto.ts';
import { ListRequest } from './list-keys.dto.ts';
import { RotateRequest } from './rotate.dto.ts';

const READ = ['license_keys:read', 'license_keys:write'] as const;
const WRITE = 'license_keys:write';

@ApiTags('license_keys')
@Controller('v1/license-keys')
export class LicenseKeysController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly responses: LicenseKeyResponses,
  ) {}

  @Get()
  @RequireScope(READ)
  @Responses({
    summary: 'List license keys',
    description: 'Returns the license keys of all organizations that the caller can access, oldest first, whatever their status.',
    ok: { status: 200, view: pageOf(LicenseKeyView, 'LicenseKeyRead') },
  })
  list(@Input(ListRequest) { query }: InputOf<typeof ListRequest>, @CurrentCaller() caller: SellerPrincipal) {
    const { page, limit, ...filter } = query;
    return this.queries.execute(new ListLicenseKeys(caller.access('license keys'), filter, { page, limit }));
  }

  @Post()
  @Idempotent()
  @RequireScope(WRITE)
  @Responses({
    summary: 'Issue license keys',
    description:
      'Issues a license key to a customer without a purchase, or with `license_keys` up to 1,000 of them: either all or, if one is invalid, none. Limits and expiration that are left out are those of the benefit. Use `key` to import existing license keys. The license keys are revoked when the customer, member or benefit is deleted. Publishes `license_key.created`.',
    ok: { status: 201, view: unionByKey('items', IssuedLicenseKeysView, LicenseKeyView) },
  })
  async issue(@Input(IssueRequest) { body }: InputOf<typeof IssueRequest>, @CurrentCaller() caller: SellerPrincipal) {
    const isBatch = 'license_keys' in body;
    const inputs = isBatch
      ? body.license_keys.map((input, index) => toIssueKeyInput(input, ['licenseKeys', index]))
      : [toIssueKeyInput(body, [])];
    const issued = await this.commands.execute(new IssueLicenseKeys(caller.access('license keys'), inputs));
    const items = await Promise.all(issued.map((facts) => this.responses.seller(facts)));
    return isBatch ? { items } : items[0];
  }

  @Get(':id')
  @RequireScope(READ)
  @StreamsLists()
  @Responses({
    summary: 'Get a license key',
    description:
      'Returns a license key with its current activations: all of them, or a page if `activations_page` or `activations_limit` is given.',
    ok: { status: 200, view: LicenseKeyWithActivationsView },
    errors: NOT_FOUND,
  })
  get(@Input(GetRequest) { path, query }: InputOf<typeof GetRequest>, @CurrentCaller() caller: SellerPrincipal) {
    const { activations_page: page, activations_limit: limit } = query;
    const paging = page === undefined && limit === undefined ? undefined : { page: page ?? 1, limit: limit ?? 100 };
    return this.queries.execute(new GetLicenseKey(caller.access('license keys'), path.id, paging));
  }

  @Patch(':id')
  @RequireScope(WRITE)
  @Responses({
    summary: 'Update a license key',
    description:
      'Changes the fields that are sent. Revoking or reinstating a license key also revokes or reinstates its benefit grant. Lower limits do not remove existing activations or usage. Limits and expiry that are set stay when the benefit changes, until `follow_benefit` names them. Publishes `license_key.updated`.',
    ok: { status: 200, view: LicenseKeyView },
    errors: NOT_FOUND,
  })
  async update(@Input(UpdateRequest) input: InputOf<typeof UpdateRequest>, @CurrentCaller() caller: SellerPrincipal) {
    return this.responses.seller(await this.commands.execute(toUpdate(caller.access('license keys'), input)));
  }

  @Post(':id/rotate')
  @Idempotent()
  @RequireScope(WRITE)
  @Responses({
    summary: 'Rotate a license key',
    description:
      'Replaces the license key by a newly generated one. The old one stops working at once or, with `overlap_seconds`, after that time. Activations, usage and limits stay. Publishes `license_key.rotated`.',
    ok: { status: 200, view: LicenseKeyView },
    errors: ROTATE_ERRORS,
  })
  async rotate(@Input(RotateRequest) { path, body }: InputOf<typeof RotateRequest>, @CurrentCaller() caller: SellerPrincipal) {
    const overlap = body?.overlap_seconds ?? 0;
    return this.responses.seller(
      await this.commands.execute(new RotateLicenseKey(caller.access('license keys'), path.id, overlap)),
    );
  }

  @Post(':id/transfer')
  @Idempotent()
  @HttpCode(200)
  @RequireScope(WRITE)
  @Responses({
    summary: 'Transfer a license key',
    description:
      'Gives a license key to another customer. Its benefit grant moves, too; the subscription or order stays with the buyer. License key, limits, usage and, unless `activations` says otherwise, activations stay. License keys of seats cannot be transferred. Publishes `license_key.transferred`.',
    ok: { status: 200, view: LicenseKeyView },
    errors: TRANSFER_ERRORS,
  })
  async transfer(
    @Input(TransferRequest) { path, body }: InputOf<typeof TransferRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ) {
    const { customer_id, activations = 'keep' } = body;
    const transfer = new TransferLicenseKey(caller.access('license keys'), path.id, customer_id, activations);
    return this.responses.seller(await this.commands.execute(transfer));
  }

  @Get(':id/reservations')
  @RequireScope(READ)
  @Responses({
    summary: 'List reservations of a license key',
    description: 'Returns the reservations of usage that are open, oldest first. An extension.',
    ok: { status: 200, view: pageOf(UsageReservationView, 'UsageReservation') },
    errors: NOT_FOUND,
  })
  listReservations(
    @Input(ListReservationsRequest) { path, query }: InputOf<typeof ListReservationsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ) {
    return this.queries.execute(new ListUsageReservations(caller.access('license keys'), path.id, query));
  }

  @Get(':id/activations/:activation_id')
  @RequireScope(READ)
  @Responses(GET_ACTIVATION)
  getActivation(
    @Input(GetActivationRequest) { path }: InputOf<typeof GetActivationRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ) {
    return this.queries.execute(new GetActivation(caller.access('license keys'), path.id, path.activation_id));
  }
}
