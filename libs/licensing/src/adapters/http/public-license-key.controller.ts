import { Controller, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import {
  respondWith,
  CurrentExchange,
  type Exchange,
  type FailureLimit,
  FailureLimits,
  Idempotent,
  Input,
  type InputOf,
  LimitedRoute,
  NotAudited,
  PublicBody,
  Responses,
  SignedAnswer,
} from '#platform/http';
import { viewMaker } from '#platform/wire';
import { fullLicenseKeyIn } from '../../commands/activations/full-license-key.ts';
import { GetManageUrl } from '../../queries/get-manage-url.ts';
import { LeasedLicenseKeyView } from '../../queries/lease.view.ts';
import { LicenseKeyResponses } from './license-key-responses.ts';
import { guessedIn, toActivate, toDeactivate, toHeartbeat, toLease, toValidate } from './to-commands.ts';
import {
  ACTIVATE_PUBLICLY,
  DEACTIVATE_PUBLICLY,
  HEARTBEAT_PUBLICLY,
  VALIDATE_PUBLICLY,
  FREQUENT,
} from './license-key-operations.ts';
import { UNKNOWN_KEYS } from './unknown-keys.ts';
import { LeaseKeyRequest } from './lease.dto.ts';
import { LEASE_PUBLICLY } from './lease-operations.ts';
import { ActivateRequest, DeactivateRequest, HeartbeatRequest, ValidateRequest } from './license-key.dto.ts';

/** For applications on devices of customers: the license key is the credential. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/license-keys')
export class PublicLicenseKeyController {
  private readonly unknownKeys: FailureLimit;

  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly responses: LicenseKeyResponses,
    failures: FailureLimits,
  ) {
    this.unknownKeys = failures.of(UNKNOWN_KEYS);
  }

  @Post('validate')
  @NotAudited(FREQUENT)
  @SignedAnswer()
  @Idempotent({ credential: ['organization_id', 'key'], isOneChange: true, hasDryRun: true })
  @LimitedRoute(UNKNOWN_KEYS.name)
  @PublicBody()
  @Responses(VALIDATE_PUBLICLY)
  async validate(@Input(ValidateRequest) input: InputOf<typeof ValidateRequest>, @CurrentExchange() exchange: Exchange) {
    return respondWith(exchange, this.responses.validated, () =>
      this.unknownKeys.run(exchange, guessedIn(input.body), (origin) => this.commands.execute(toValidate(input, { origin }))),
    );
  }

  @Post('activate')
  @NotAudited(FREQUENT)
  @SignedAnswer()
  @Idempotent({ credential: ['organization_id', 'key'], isOneChange: true, hasDryRun: true })
  @LimitedRoute(UNKNOWN_KEYS.name)
  @PublicBody()
  @Responses(ACTIVATE_PUBLICLY)
  async activate(@Input(ActivateRequest) input: InputOf<typeof ActivateRequest>, @CurrentExchange() exchange: Exchange) {
    return respondWith(exchange, this.responses.activated, () =>
      this.leadingToDevices(exchange, () =>
        this.unknownKeys.run(exchange, guessedIn(input.body), (origin) => this.commands.execute(toActivate(input, { origin }))),
      ),
    );
  }

  @Post('heartbeat')
  @NotAudited(FREQUENT)
  @SignedAnswer()
  @Idempotent({ credential: ['organization_id', 'key'], isOneChange: true, hasDryRun: true })
  @LimitedRoute(UNKNOWN_KEYS.name)
  @PublicBody()
  @Responses(HEARTBEAT_PUBLICLY)
  async heartbeat(@Input(HeartbeatRequest) input: InputOf<typeof HeartbeatRequest>, @CurrentExchange() exchange: Exchange) {
    return respondWith(exchange, this.responses.renewed, () =>
      this.unknownKeys.run(exchange, guessedIn(input.body), (origin) => this.commands.execute(toHeartbeat(input, { origin }))),
    );
  }

  @Post('lease')
  @NotAudited(FREQUENT)
  @SignedAnswer()
  @Idempotent({ credential: ['organization_id', 'key'] })
  @LimitedRoute(UNKNOWN_KEYS.name)
  @PublicBody()
  @Responses(LEASE_PUBLICLY)
  async lease(
    @Input(LeaseKeyRequest) input: InputOf<typeof LeaseKeyRequest>,
    @CurrentExchange() exchange: Exchange,
  ): Promise<LeasedLicenseKeyView> {
    const leased = await this.leadingToDevices(exchange, () =>
      this.unknownKeys.run(exchange, guessedIn(input.body), (origin) => this.commands.execute(toLease(input, { origin }))),
    );
    return toLeasedView({ ...leased, activation: this.responses.activation(leased.activation) });
  }

  @Post('deactivate')
  @NotAudited(FREQUENT)
  @Idempotent({ credential: ['organization_id', 'key'], isOneChange: true, hasDryRun: true })
  @LimitedRoute(UNKNOWN_KEYS.name)
  @PublicBody()
  @Responses(DEACTIVATE_PUBLICLY)
  async deactivate(
    @Input(DeactivateRequest) input: InputOf<typeof DeactivateRequest>,
    @CurrentExchange() exchange: Exchange,
  ): Promise<void> {
    return respondWith(exchange, noContent, () =>
      this.unknownKeys.run(exchange, guessedIn(input.body), (origin) => this.commands.execute(toDeactivate(input, { origin }))),
    );
  }

  /** The refusal of a full key leads to its devices. */
  private async leadingToDevices<T>(exchange: Exchange, operation: () => Promise<T>): Promise<T> {
    try {
      return await operation();
    } catch (error) {
      const full = fullLicenseKeyIn(error);
      const url = full && (await this.queries.execute(new GetManageUrl(full)));
      if (url) void exchange.reply.header('license-manage-url', url);
      throw error;
    }
  }
}

const toLeasedView = viewMaker(LeasedLicenseKeyView);
const noContent = (): void => undefined;
