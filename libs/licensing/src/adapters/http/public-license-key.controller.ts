import { Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import {
  answered,
  CurrentExchange,
  type Exchange,
  FailureLimits,
  Idempotent,
  Input,
  type InputOf,
  LimitedRoute,
  NotAudited,
  type Origin,
  PublicBody,
  Responses,
  SignedAnswer,
} from '#platform/http';
import { viewMaker } from '#platform/wire';
import { LeasedLicenseKeyView } from '../../queries/lease.view.ts';
import { LicenseKeyAnswers } from './license-key-answers.ts';
import { toActivate, toDeactivate, toHeartbeat, toLease, toValidate } from './to-commands.ts';
import {
  ACTIVATE_PUBLICLY,
  DEACTIVATE_PUBLICLY,
  HEARTBEAT_PUBLICLY,
  VALIDATE_PUBLICLY,
  FREQUENT,
} from './license-key-operations.ts';
import { presentedTo, UNKNOWN_KEYS } from './unknown-keys.ts';
import { LeaseRequest } from './lease.dto.ts';
import { LEASE_PUBLICLY } from './lease-operations.ts';
import { ActivateRequest, DeactivateRequest, HeartbeatRequest, ValidateRequest } from './license-key.dto.ts';

/** For applications on devices of customers: the license key is the credential. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/license-keys')
export class PublicLicenseKeyController {
  constructor(
    private readonly commands: CommandBus,
    private readonly answers: LicenseKeyAnswers,
    private readonly failures: FailureLimits,
  ) {}

  @Post('validate')
  @NotAudited(FREQUENT)
  @SignedAnswer()
  @Idempotent({ credential: ['organization_id', 'key'], isOneChange: true, hasDryRun: true })
  @LimitedRoute(UNKNOWN_KEYS)
  @PublicBody()
  @Responses(VALIDATE_PUBLICLY)
  async validate(@Input(ValidateRequest) input: InputOf<typeof ValidateRequest>, @CurrentExchange() exchange: Exchange) {
    return answered(exchange, this.answers.validated, () =>
      this.limited(exchange, input.body, (origin) => this.commands.execute(toValidate(input, { origin }))),
    );
  }

  @Post('activate')
  @NotAudited(FREQUENT)
  @Idempotent({ credential: ['organization_id', 'key'], isOneChange: true, hasDryRun: true })
  @LimitedRoute(UNKNOWN_KEYS)
  @PublicBody()
  @Responses(ACTIVATE_PUBLICLY)
  async activate(@Input(ActivateRequest) input: InputOf<typeof ActivateRequest>, @CurrentExchange() exchange: Exchange) {
    return answered(exchange, this.answers.activated, () =>
      this.limited(exchange, input.body, (origin) => this.commands.execute(toActivate(input, { origin }))),
    );
  }

  @Post('heartbeat')
  @NotAudited(FREQUENT)
  @SignedAnswer()
  @Idempotent({ credential: ['organization_id', 'key'], isOneChange: true, hasDryRun: true })
  @LimitedRoute(UNKNOWN_KEYS)
  @PublicBody()
  @Responses(HEARTBEAT_PUBLICLY)
  async heartbeat(@Input(HeartbeatRequest) input: InputOf<typeof HeartbeatRequest>, @CurrentExchange() exchange: Exchange) {
    return answered(exchange, this.answers.renewed, () =>
      this.limited(exchange, input.body, (origin) => this.commands.execute(toHeartbeat(input, { origin }))),
    );
  }

  @Post('lease')
  @NotAudited(FREQUENT)
  @SignedAnswer()
  @Idempotent({ credential: ['organization_id', 'key'] })
  @LimitedRoute(UNKNOWN_KEYS)
  @PublicBody()
  @Responses(LEASE_PUBLICLY)
  async lease(
    @Input(LeaseRequest) input: InputOf<typeof LeaseRequest>,
    @CurrentExchange() exchange: Exchange,
  ): Promise<LeasedLicenseKeyView> {
    const leased = await this.limited(exchange, input.body, (origin) => this.commands.execute(toLease(input, { origin })));
    return toLeasedView({ ...leased, activation: this.answers.activation(leased.activation) });
  }

  @Post('deactivate')
  @NotAudited(FREQUENT)
  @Idempotent({ credential: ['organization_id', 'key'], isOneChange: true, hasDryRun: true })
  @LimitedRoute(UNKNOWN_KEYS)
  @PublicBody()
  @Responses(DEACTIVATE_PUBLICLY)
  async deactivate(
    @Input(DeactivateRequest) input: InputOf<typeof DeactivateRequest>,
    @CurrentExchange() exchange: Exchange,
  ): Promise<void> {
    return answered(exchange, noContent, () =>
      this.limited(exchange, input.body, (origin) => this.commands.execute(toDeactivate(input, { origin }))),
    );
  }

  /** Limits how many unknown keys a network can present to an organization. */
  private limited<T>(
    exchange: Exchange,
    presented: { readonly organization_id: string; readonly key: string },
    operation: (origin: Origin) => Promise<T>,
  ): Promise<T> {
    return this.failures.run(exchange, presentedTo(presented), operation);
  }
}

const toLeasedView = viewMaker(LeasedLicenseKeyView);
const noContent = (): void => undefined;
