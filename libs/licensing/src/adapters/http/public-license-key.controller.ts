import { Controller, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import {
  ClientOrigin,
  type Exchange,
  Input,
  type InputOf,
  Intercepted,
  NotAudited,
  type Origin,
  PublicBody,
  Responses,
  SignedAnswer,
} from '#platform/http';
import type { ActivatedLicenseKey } from '../../commands/activations/activate-license-key.ts';
import { fullLicenseKeyIn } from '../../commands/activations/full-license-key.ts';
import type { ValidatedLicenseKey } from '../../commands/keys/validate-license-key.ts';
import type { LeasedLicenseKey } from '../../commands/leases/lease-license-key.ts';
import { GetManageUrl } from '../../queries/get-manage-url.ts';
import { LicenseKeyResponses } from './license-key-responses.ts';
import { toActivate, toHeartbeat, toLease, toSignedDeactivate, toValidate } from './to-commands.ts';
import {
  ACTIVATE_PUBLICLY,
  DEACTIVATE_PUBLICLY,
  HEARTBEAT_PUBLICLY,
  FREQUENT,
  NO_CONTENT,
  VALIDATE_PUBLICLY,
} from './license-key-operations.ts';
import { UNKNOWN_KEYS } from './unknown-keys.ts';
import { LeaseKeyRequest } from './lease.dto.ts';
import { LEASE_PUBLICLY } from './lease-operations.ts';
import { PublicDeactivateRequest } from './deactivation.dto.ts';
import { ActivateRequest, HeartbeatRequest, ValidateRequest } from './license-key.dto.ts';

const CREDENTIAL = ['organization_id', 'key'];
const ONE_CHANGE = { credential: CREDENTIAL, isOneChange: true, hasDryRun: true };

/** For applications on devices of customers: the license key is the credential. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/license-keys')
export class PublicLicenseKeyController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly responses: LicenseKeyResponses,
  ) {}

  @Post('validate')
  @NotAudited(FREQUENT)
  @SignedAnswer()
  @Intercepted({
    idempotency: ONE_CHANGE,
    failures: UNKNOWN_KEYS,
    answer: ({ responses }: PublicLicenseKeyController, outcome: ValidatedLicenseKey, reply) =>
      responses.validated(outcome, reply),
  })
  @PublicBody()
  @Responses(VALIDATE_PUBLICLY)
  validate(@Input(ValidateRequest) input: InputOf<typeof ValidateRequest>, @ClientOrigin() origin: Origin) {
    return this.commands.execute(toValidate(input, { origin }));
  }

  @Post('activate')
  @NotAudited(FREQUENT)
  @SignedAnswer()
  @Intercepted({
    idempotency: ONE_CHANGE,
    failures: UNKNOWN_KEYS,
    answer: ({ responses }: PublicLicenseKeyController, outcome: ActivatedLicenseKey, reply) =>
      responses.activated(outcome, reply),
    refused: leadToDevices,
  })
  @PublicBody()
  @Responses(ACTIVATE_PUBLICLY)
  activate(@Input(ActivateRequest) input: InputOf<typeof ActivateRequest>, @ClientOrigin() origin: Origin) {
    return this.commands.execute(toActivate(input, { origin }));
  }

  @Post('heartbeat')
  @NotAudited(FREQUENT)
  @SignedAnswer()
  @Intercepted({
    idempotency: ONE_CHANGE,
    failures: UNKNOWN_KEYS,
    answer: ({ responses }: PublicLicenseKeyController, outcome: ActivatedLicenseKey['activation']) => responses.renewed(outcome),
  })
  @PublicBody()
  @Responses(HEARTBEAT_PUBLICLY)
  heartbeat(@Input(HeartbeatRequest) input: InputOf<typeof HeartbeatRequest>, @ClientOrigin() origin: Origin) {
    return this.commands.execute(toHeartbeat(input, { origin }));
  }

  @Post('lease')
  @NotAudited(FREQUENT)
  @SignedAnswer()
  @Intercepted({
    idempotency: { credential: CREDENTIAL },
    failures: UNKNOWN_KEYS,
    answer: ({ responses }: PublicLicenseKeyController, outcome: LeasedLicenseKey) => responses.leased(outcome),
    refused: leadToDevices,
  })
  @PublicBody()
  @Responses(LEASE_PUBLICLY)
  lease(@Input(LeaseKeyRequest) input: InputOf<typeof LeaseKeyRequest>, @ClientOrigin() origin: Origin) {
    return this.commands.execute(toLease(input, { origin }));
  }

  @Post('deactivate')
  @NotAudited(FREQUENT)
  @Intercepted({ idempotency: ONE_CHANGE, failures: UNKNOWN_KEYS, answer: NO_CONTENT })
  @PublicBody()
  @Responses(DEACTIVATE_PUBLICLY)
  deactivate(@Input(PublicDeactivateRequest) input: InputOf<typeof PublicDeactivateRequest>, @ClientOrigin() origin: Origin) {
    return this.commands.execute(toSignedDeactivate(input, { origin }));
  }

  /** The refusal of a full key leads to its devices. */
  async leadToDevices(error: unknown, reply: Exchange['reply']): Promise<void> {
    const full = fullLicenseKeyIn(error);
    const url = full && (await this.queries.execute(new GetManageUrl(full)));
    if (url) void reply.header('license-manage-url', url);
  }
}

function leadToDevices(controller: PublicLicenseKeyController, error: unknown, reply: Exchange['reply']): Promise<void> {
  return controller.leadToDevices(error, reply);
}
