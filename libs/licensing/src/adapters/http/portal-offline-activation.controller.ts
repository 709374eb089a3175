import { Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type PortalPrincipal, RequireCustomer } from '#platform/auth';
import { Idempotent, Input, type InputOf, Responses } from '#platform/http';
import { ActivateByFile } from '../../commands/leases/activate-by-file.ts';
import { DeactivateByFile } from '../../commands/leases/deactivate-by-file.ts';
import type { LeaseFileView } from '../../queries/lease.view.ts';
import { toLeaseFile } from './lease-file.ts';
import { ACTIVATE_BY_FILE, DEACTIVATE_BY_FILE } from './offline-activation-operations.ts';
import { OfflineActivationRequest, OfflineDeactivationRequest } from './offline-activation.dto.ts';

/** For customers, who carry files between a device without a network and the portal. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/license-keys/:id')
export class PortalOfflineActivationController {
  constructor(private readonly commands: CommandBus) {}

  @Post('offline-activation')
  @Idempotent()
  @RequireCustomer()
  @Responses(ACTIVATE_BY_FILE)
  async activateByFile(
    @Input(OfflineActivationRequest) { path, body }: InputOf<typeof OfflineActivationRequest>,
    @CurrentCaller() caller: PortalPrincipal,
  ): Promise<LeaseFileView> {
    return toLeaseFile(await this.commands.execute(new ActivateByFile(caller.access, path.id, body.request)));
  }

  @Post('offline-deactivation')
  @Idempotent()
  @RequireCustomer()
  @Responses(DEACTIVATE_BY_FILE)
  async deactivateByFile(
    @Input(OfflineDeactivationRequest) { path, body }: InputOf<typeof OfflineDeactivationRequest>,
    @CurrentCaller() caller: PortalPrincipal,
  ): Promise<void> {
    await this.commands.execute(new DeactivateByFile(caller.access, path.id, body.deactivation));
  }
}
