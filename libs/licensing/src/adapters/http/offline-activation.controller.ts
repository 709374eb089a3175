import { Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { Idempotent, Input, type InputOf, Responses } from '#platform/http';
import { ActivateByFile } from '../../commands/leases/activate-by-file.ts';
import { DeactivateByFile } from '../../commands/leases/deactivate-by-file.ts';
import type { LeaseFileView } from '../../queries/lease.view.ts';
import { toLeaseFile } from './lease-file.ts';
import { ACTIVATE_BY_FILE, DEACTIVATE_BY_FILE } from './offline-activation-operations.ts';
import { OfflineActivationRequest, OfflineDeactivationRequest } from './offline-activation.dto.ts';

/** For sellers who activate devices without a network for their customers. Works while the organization is blocked, like activation. */
@ApiTags('license_keys')
@Controller('v1/license-keys/:id')
export class OfflineActivationController {
  constructor(private readonly commands: CommandBus) {}

  @Post('offline-activation')
  @Idempotent()
  @RequireScope('license_keys:write', { whileBlocked: true })
  @Responses(ACTIVATE_BY_FILE)
  async activateByFile(
    @Input(OfflineActivationRequest) { path, body }: InputOf<typeof OfflineActivationRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<LeaseFileView> {
    return toLeaseFile(await this.commands.execute(new ActivateByFile(caller.access('license keys'), path.id, body.request)));
  }

  @Post('offline-deactivation')
  @Idempotent()
  @RequireScope('license_keys:write', { whileBlocked: true })
  @Responses(DEACTIVATE_BY_FILE)
  async deactivateByFile(
    @Input(OfflineDeactivationRequest) { path, body }: InputOf<typeof OfflineDeactivationRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    await this.commands.execute(new DeactivateByFile(caller.access('license keys'), path.id, body.deactivation));
  }
}
