import { Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import {
  answered,
  CurrentExchange,
  type Exchange,
  FailureLimits,
  Responses,
  Input,
  type InputOf,
  type Origin,
  PublicBody,
  SignedAnswer,
  Idempotent,
} from '#platform/http';
import { viewMaker } from '#platform/wire';
import { LeasedLicenseKeyView } from '../../queries/lease.view.ts';
import { ActivationView } from '../../queries/license-key.view.ts';
import { LicenseKeyAnswers } from './license-key-answers.ts';
import { toActivate, toDeactivate, toLease, toValidate } from './to-commands.ts';
import { unknownKeysOf } from './unknown-keys.ts';
import { ACTIVATE_PUBLICLY, DEACTIVATE_PUBLICLY, VALIDATE_PUBLICLY } from './license-key-operations.ts';
import { LeaseRequest } from './lease.dto.ts';
import { LEASE_PUBLICLY } from './lease-operations.ts';
import { ActivateRequest, DeactivateRequest, ValidateRequest } from './license-key.dto.ts';

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
  @SignedAnswer()
  @Idempotent({ credential: ['organization_id', 'key'], isOneChange: true, hasDryRun: true })
  @PublicBody()
  @Responses(VALIDATE_PUBLICLY)
  async validate(@Input(ValidateRequest) input: InputOf<typeof ValidateRequest>, @CurrentExchange() exchange: Exchange) {
    return answered(exchange, this.answers.validated, () =>
      this.limited(exchange, input.body, (origin) => this.commands.execute(toValidate(input, { origin }))),
    );
  }

  @Post('activate')
  @Idempotent({ credential: ['organization_id', 'key'], isOneChange: true, hasDryRun: true })
  @PublicBody()
  @Responses(ACTIVATE_PUBLICLY)
  async activate(@Input(ActivateRequest) input: InputOf<typeof ActivateRequest>, @CurrentExchange() exchange: Exchange) {
    return answered(exchange, this.answers.activated, () =>
      this.limited(exchange, input.body, (origin) => this.commands.execute(toActivate(input, { origin }))),
    );
  }

  @Post('lease')
  @SignedAnswer()
  @Idempotent({ credential: ['organization_id', 'key'] })
  @PublicBody()
  @Responses(LEASE_PUBLICLY)
  async lease(
    @Input(LeaseRequest) input: InputOf<typeof LeaseRequest>,
    @CurrentExchange() exchange: Exchange,
  ): Promise<LeasedLicenseKeyView> {
    const leased = await this.limited(exchange, input.body, (origin) => this.commands.execute(toLease(input, { origin })));
    return toLeasedView({ ...leased, activation: toActivationView(leased.activation) });
  }

  @Post('deactivate')
  @Idempotent({ credential: ['organization_id', 'key'], isOneChange: true, hasDryRun: true })
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
    { organization_id: within }: { readonly organization_id: string },
    operation: (origin: Origin) => Promise<T>,
  ): Promise<T> {
    return this.failures.run(exchange, unknownKeysOf(within), operation);
  }
}

const toLeasedView = viewMaker(LeasedLicenseKeyView);
const toActivationView = viewMaker(ActivationView);
const noContent = (): void => undefined;
