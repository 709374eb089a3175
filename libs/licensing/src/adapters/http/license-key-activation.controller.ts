import { Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Input, type InputOf, Intercepted, NotAudited, Responses, SignedAnswer } from '#platform/http';
import type { ActivatedLicenseKey } from '../../commands/activations/activate-license-key.ts';
import type { ValidatedLicenseKey } from '../../commands/keys/validate-license-key.ts';
import { LicenseKeyResponses } from './license-key-responses.ts';
import { toActivate, toDeactivate, toValidate } from './to-commands.ts';
import { ACTIVATE, DEACTIVATE, FREQUENT, NO_CONTENT, VALIDATE } from './license-key-operations.ts';
import { DeactivateRequest } from './deactivation.dto.ts';
import { ActivateRequest, ValidateRequest } from './license-key.dto.ts';

const ONE_CHANGE = { isOneChange: true, hasDryRun: true };

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
  @Intercepted({
    idempotency: ONE_CHANGE,
    answer: ({ responses }: LicenseKeyActivationController, outcome: ValidatedLicenseKey, reply) =>
      responses.validated(outcome, reply),
  })
  @RequireScope('license_keys:write', { whileBlocked: true })
  @Responses(VALIDATE)
  validate(
    @Input(ValidateRequest) input: InputOf<typeof ValidateRequest>,
    @CurrentCaller() { organizations: within }: SellerPrincipal,
  ) {
    return this.commands.execute(toValidate(input, { within }));
  }

  @Post('activate')
  @NotAudited(FREQUENT)
  @SignedAnswer()
  @Intercepted({
    idempotency: ONE_CHANGE,
    answer: ({ responses }: LicenseKeyActivationController, outcome: ActivatedLicenseKey, reply) =>
      responses.activated(outcome, reply),
  })
  @RequireScope('license_keys:write', { whileBlocked: true })
  @Responses(ACTIVATE)
  activate(
    @Input(ActivateRequest) input: InputOf<typeof ActivateRequest>,
    @CurrentCaller() { organizations: within }: SellerPrincipal,
  ) {
    return this.commands.execute(toActivate(input, { within }));
  }

  @Post('deactivate')
  @NotAudited(FREQUENT)
  @Intercepted({ idempotency: ONE_CHANGE, answer: NO_CONTENT })
  @RequireScope('license_keys:write', { whileBlocked: true })
  @Responses(DEACTIVATE)
  deactivate(
    @Input(DeactivateRequest) input: InputOf<typeof DeactivateRequest>,
    @CurrentCaller() { organizations: within }: SellerPrincipal,
  ) {
    return this.commands.execute(toDeactivate(input, { within }));
  }
}
