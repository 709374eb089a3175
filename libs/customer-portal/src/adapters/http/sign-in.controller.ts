import { Controller, Post, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  defineRequest,
  Input,
  type InputOf,
  IsFromKnownDevice,
  KnownDevices,
  NotAudited,
  NotIdempotent,
  PublicBody,
  RateLimited,
  Responses,
} from '#platform/http';
import { email, nullable, object, optional, text, uuid4, strict } from '#platform/wire';
import { RequestSignIn } from '../../commands/request-sign-in.ts';
import { SignInByCode } from '../../commands/sign-in-by-code.ts';

const SignInRequest = defineRequest({
  body: strict(
    object({ email: email(), organization_id: uuid4(), customer_id: optional(nullable(uuid4())) }, 'CustomerSessionCodeRequest', {
      email: { text: 'The e-mail address of the customer or member.', example: 'jane@example.com' },
      organization_id: 'The ID of the organization.',
      customer_id: 'The ID of one customer, if several have this e-mail address.',
    }),
  ),
});
const AuthenticateRequest = defineRequest({
  body: strict(
    object({ code: text({ max: 255 }) }, 'CustomerSessionCodeAuthenticateRequest', {
      code: { text: 'The code from the e-mail.', example: 'A1B2C3' },
    }),
  ),
});
const addressOf = (organizationId: string, address: string): string => `${organizationId} ${address.toLowerCase()}`;

/** Limits requests per e-mail address, whatever clients they come from, so that no mailbox is flooded. */
const addressIn = ({ body: { organization_id, email: address } }: InputOf<typeof SignInRequest>): string =>
  addressOf(organization_id, address);

const PATH = '/v1/customer-portal/customer-session';
const KNOWN_DEVICE =
  'A device that sends the cookie `latchkey_device` of an earlier sign-in is counted by itself, so that requests of others do not ' +
  'use up its limit.';

const AuthenticatedView = object({ token: text() }, 'CustomerSessionCodeAuthenticateResponse', {
  token: { text: 'The token of the new session.', example: 'latchkey_mst_…' },
});

/** Customers and members sign in by code. */
@ApiTags('customer_portal')
@Controller(PATH)
export class SignInController {
  constructor(
    private readonly commands: CommandBus,
    private readonly devices: KnownDevices,
  ) {}

  @Post('request')
  @NotAudited('It changes nothing, and anybody can do it. A session is in the log.')
  @NotIdempotent('It has no credentials to keep a key under. Another request sends another code, at most five in half an hour.')
  @PublicBody()
  @RateLimited({ quota: 'signIn', name: 'requests for codes', recipient: (request) => addressIn(SignInRequest.read(request)) })
  @Responses({
    summary: 'Request a code to sign in',
    description:
      'Sends a code by e-mail with which a customer or member can sign in. The response is always 202, so it does not reveal whether the ' +
      'address is known. If several customers share the address, the e-mail contains a code for each of them, or only for `customer_id`. ' +
      `A code can be used once, within 30 minutes. Requires no credentials. ${KNOWN_DEVICE}`,
    ok: { status: 202, view: null, description: 'Accepted' },
  })
  async request(
    @Input(SignInRequest) { body }: InputOf<typeof SignInRequest>,
    @IsFromKnownDevice() isFromKnownDevice: boolean,
  ): Promise<void> {
    const { email: address, organization_id: organizationId, customer_id: customerId = null } = body;
    await this.commands.execute(new RequestSignIn({ organizationId, email: address, customerId, isFromKnownDevice }));
  }

  @Post('authenticate')
  @NotIdempotent('The code is used up by the first request. Whoever lost the response requests another one.')
  @PublicBody()
  @RateLimited({ quota: 'signIn', name: 'attempts at codes' })
  @Responses({
    summary: 'Sign in with a code',
    description:
      'Exchanges a code for a session that is valid for an hour: of the member with the e-mail address, or of the customer itself. Requires no credentials. ' +
      'Sets the cookie `latchkey_device`, valid for 180 days, which a client may send with later requests for codes and attempts. It permits ' +
      `nothing. ${KNOWN_DEVICE}`,
    ok: { status: 200, view: AuthenticatedView },
    errors: {
      401: [
        'CustomerSessionCodeInvalidOrExpired',
        'The code is unknown, was used, is older than 30 minutes or was tried too often.',
      ],
    },
  })
  async authenticate(
    @Input(AuthenticateRequest) { body }: InputOf<typeof AuthenticateRequest>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ token: string }> {
    const { token, organizationId, email: address } = await this.commands.execute(new SignInByCode(body.code));
    this.devices.remember(reply, addressOf(organizationId, address), PATH);
    return { token };
  }
}
