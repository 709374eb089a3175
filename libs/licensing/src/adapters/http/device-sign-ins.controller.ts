import { Controller, HttpCode, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Input, type InputOf, NotIdempotent, PublicBody, RateLimited, Responses } from '#platform/http';
import { AskDeviceSignIn } from '../../commands/sign-ins/ask-device-sign-in.ts';
import { BeginDeviceSignIn } from '../../commands/sign-ins/begin-device-sign-in.ts';
import { NoLicenseKey } from '../../commands/sign-ins/no-license-key.ts';
import { GetDevicePage } from '../../queries/get-device-page.ts';
import { ListSignedInKeys } from '../../queries/list-signed-in-keys.ts';
import { DeviceSignInProgressView, DeviceSignInView } from '../../queries/sign-in.view.ts';
import { AskDeviceSignInRequest, BeginDeviceSignInRequest } from './sign-in.dto.ts';

/** For applications in which customers sign in instead of typing a license key. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/license-keys/sign-in')
export class DeviceSignInsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post()
  @HttpCode(200)
  @NotIdempotent('A repetition begins another sign-in; what nobody allows expires.')
  @PublicBody()
  @RateLimited({ quota: 'openid', name: 'sign-ins on devices' })
  @Responses({
    summary: 'Begin a sign-in on a device',
    description:
      'Begins the sign-in of a customer in an application, as RFC 8628 describes it: the application shows `user_code` and `verification_uri`, or a link to `verification_uri_complete`, and asks for the license keys every `interval` seconds. The codes are valid for ten minutes. Requires no credentials. An extension.',
    ok: { status: 200, view: DeviceSignInView },
    errors: { 404: ['ResourceNotFound', 'The organization has no such application.'] },
    headers: { 'License-Code': 'The reason, for programs: `SIGN_IN_NOT_OFFERED`.' },
  })
  async beginSignIn(
    @Input(BeginDeviceSignInRequest) { body }: InputOf<typeof BeginDeviceSignInRequest>,
  ): Promise<DeviceSignInView> {
    const { organization_id: organizationId, client_id: clientId } = body;
    const { deviceCode, userCode, expiresInSeconds, intervalSeconds } = await this.commands.execute(
      new BeginDeviceSignIn(organizationId, clientId),
    );
    const page = await this.queries.execute(new GetDevicePage(organizationId));
    return {
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: page,
      verification_uri_complete: `${page}?code=${userCode}`,
      expires_in: expiresInSeconds,
      interval: intervalSeconds,
    };
  }

  @Post('keys')
  @HttpCode(200)
  @NotIdempotent('The answer is the same until the customer decides.')
  @PublicBody()
  @RateLimited({ quota: 'openidClients', name: 'license keys of sign-ins' })
  @Responses({
    summary: 'List the license keys of a sign-in',
    description:
      'Returns the usable license keys of whoever has allowed the sign-in, for the benefits of the application: what the person sees in the customer portal, oldest first, at most 100. While nobody has decided, `status` is `pending`. The code is good for nothing else, and until it expires it can be used again, for example if an answer was lost. Requires no credentials. An extension.',
    ok: { status: 200, view: DeviceSignInProgressView },
    errors: {
      403: ['NotPermitted', 'The customer has refused the sign-in.'],
      404: ['ResourceNotFound', 'The code is unknown or has expired, or whoever signed in has no usable license key.'],
    },
    headers: {
      'License-Code': 'The reason, for programs: `SIGN_IN_DENIED`, `SIGN_IN_EXPIRED` or `NO_LICENSE_KEY`.',
    },
  })
  async listSignedIn(
    @Input(AskDeviceSignInRequest) { body }: InputOf<typeof AskDeviceSignInRequest>,
  ): Promise<DeviceSignInProgressView> {
    const { organization_id, device_code, benefit_ids: only } = body;
    const progress = await this.commands.execute(new AskDeviceSignIn(organization_id, device_code));
    if (!('access' in progress)) return { status: 'pending', interval: progress.intervalSeconds, license_keys: [] };
    const benefitIds = only ? progress.benefitIds.filter((id) => only.includes(id)) : progress.benefitIds;
    const license_keys = await this.queries.execute(new ListSignedInKeys(progress.access, benefitIds));
    if (license_keys.length === 0) throw new NoLicenseKey();
    return { status: 'signed_in', interval: 0, license_keys };
  }
}
