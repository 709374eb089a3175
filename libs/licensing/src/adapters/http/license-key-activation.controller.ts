import { Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import {
  respondWith,
  CurrentExchange,
  type Exchange,
  Idempotent,
  Input,
  type InputOf,
  NotAudited,
  Responses,
  SignedAnswer,
} from '#platform/http';
import { LicenseKeyResponses } from './license-key-responses.ts';
import { toActivate, toDeactivate, toValidate } from './to-commands.ts';
import { ACTIVATE, DEACTIVATE, VALIDATE, FREQUENT } from './license-key-operations.ts';
import { ActivateRequest, DeactivateRequest, ValidateRequest } from './license-key.dto.ts';

/**
 * For servers of the seller, which validate license keys on behalf of applications. Every role of a user suffices. Customers keep
 * what they paid for, so this also works while the organization is blocked.
 */
@ApiTags('license_keys')
@Controller('v1/license-keys')
export class LicenseKeyActivationController {
  constructor(
    private readonly commands: CommandBus,
    private readonly responses: LicenseKeyResponses,
  ) {}

  @Post('validate')
  @NotAudited(FREQUENT)
  @SignedAnswer()
  @Idempotent({ isOneChange: true, hasDryRun: true })
  @RequireScope('license_keys:write', { whileBlocked: true })
  @Responses(VALIDATE)
  async validate(
    @Input(ValidateRequest) input: InputOf<typeof ValidateRequest>,
    @CurrentCaller() caller: SellerPrincipal,
    @CurrentExchange() exchange: Exchange,
  ) {
    return respondWith(exchange, this.responses.validated, () =>
      this.commands.execute(toValidate(input, { within: caller.organizations })),
    );
  }

  @Post('activate')
  @NotAudited(FREQUENT)
  @SignedAnswer()
  @Idempotent({ isOneChange: true, hasDryRun: true })
  @RequireScope('license_keys:write', { whileBlocked: true })
  @Responses(ACTIVATE)
  async activate(
    @Input(ActivateRequest) input: InputOf<typeof ActivateRequest>,
    @CurrentCaller() caller: SellerPrincipal,
    @CurrentExchange() exchange: Exchange,
  ) {
    return respondWith(exchange, this.responses.activated, () =>
      this.commands.execute(toActivate(input, { within: caller.organizations })),
    );
  }

  @Post('deactivate')
  @NotAudited(FREQUENT)
  @Idempotent({ isOneChange: true, hasDryRun: true })
  @RequireScope('license_keys:write', { whileBlocked: true })
  @Responses(DEACTIVATE)
  async deactivate(
    @Input(DeactivateRequest) input: InputOf<typeof DeactivateRequest>,
    @CurrentCaller() caller: SellerPrincipal,
    @CurrentExchange() exchange: Exchange,
  ): Promise<void> {
    return respondWith(
      exchange,
      () => undefined,
      () => this.commands.execute(toDeactivate(input, { within: caller.organizations })),
    );
  }
}
