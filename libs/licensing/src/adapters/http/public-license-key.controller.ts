import { Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Responses, Input, type InputOf, PublicBody, Idempotent } from '#platform/http';
import { LicenseKeyAnswers } from './license-key-answers.ts';
import { toActivate, toDeactivate, toValidate } from './to-commands.ts';
import { ACTIVATE, DEACTIVATE, VALIDATE } from './license-key-operations.ts';
import { ActivateRequest, DeactivateRequest, ValidateRequest } from './license-key.dto.ts';

/** For applications on devices of customers: the license key is the credential. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/license-keys')
export class PublicLicenseKeyController {
  constructor(
    private readonly commands: CommandBus,
    private readonly answers: LicenseKeyAnswers,
  ) {}

  @Post('validate')
  @Idempotent({ credential: ['organization_id', 'key'] })
  @PublicBody()
  @Responses(VALIDATE)
  async validate(@Input(ValidateRequest) input: InputOf<typeof ValidateRequest>) {
    return this.answers.validated(await this.commands.execute(toValidate(input)));
  }

  @Post('activate')
  @Idempotent({ credential: ['organization_id', 'key'] })
  @PublicBody()
  @Responses(ACTIVATE)
  async activate(@Input(ActivateRequest) input: InputOf<typeof ActivateRequest>) {
    return this.answers.activated(await this.commands.execute(toActivate(input)));
  }

  @Post('deactivate')
  @Idempotent({ credential: ['organization_id', 'key'] })
  @PublicBody()
  @Responses(DEACTIVATE)
  async deactivate(@Input(DeactivateRequest) input: InputOf<typeof DeactivateRequest>): Promise<void> {
    await this.commands.execute(toDeactivate(input));
  }
}
