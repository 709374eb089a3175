import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type PortalPrincipal, RequireCustomer } from '#platform/auth';
import { Idempotent, Input, type InputOf, RateLimited, Responses } from '#platform/http';
import { DecideDeviceSignIn } from '../../commands/sign-ins/decide-device-sign-in.ts';
import { GetAskedSignIn } from '../../queries/get-asked-sign-in.ts';
import { AskedSignInView } from '../../queries/sign-in.view.ts';
import { DecideDeviceSignInRequest, GetAskedSignInRequest } from './sign-in.dto.ts';

const NOT_FOUND = {
  404: ['ResourceNotFound', 'The code is unknown, was used, has expired, or is one of another seller.'],
} as const;

/** What a customer in the portal decides about an application that shows a code. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/device-sign-ins')
export class PortalDeviceSignInsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get(':user_code')
  @RequireCustomer()
  @RateLimited({ quota: 'signIn', name: 'codes of devices in the portal' })
  @Responses({
    summary: 'Get a sign-in on a device',
    description: 'Names the application that shows the code, so that the customer can decide. An extension.',
    ok: { status: 200, view: AskedSignInView },
    errors: NOT_FOUND,
  })
  get(
    @Input(GetAskedSignInRequest) { path }: InputOf<typeof GetAskedSignInRequest>,
    @CurrentCaller() caller: PortalPrincipal,
  ): Promise<AskedSignInView> {
    return this.queries.execute(new GetAskedSignIn(caller.access, path.user_code));
  }

  @Post(':user_code/decide')
  @HttpCode(204)
  @Idempotent()
  @RequireCustomer()
  @RateLimited({ quota: 'signIn', name: 'decisions about codes of devices' })
  @Responses({
    summary: 'Confirm a sign-in on a device',
    description:
      'Lets the application that shows the code find the license keys that the session sees, of the benefits for which the seller has registered the application, until the code expires; or refuses it. An extension.',
    ok: { status: 204, view: null },
    errors: NOT_FOUND,
  })
  async decide(
    @Input(DecideDeviceSignInRequest) { path, body }: InputOf<typeof DecideDeviceSignInRequest>,
    @CurrentCaller() caller: PortalPrincipal,
  ): Promise<void> {
    await this.commands.execute(new DecideDeviceSignIn(caller.access, path.user_code, body.allow));
  }
}
