import { Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Responses, defineRequest, Input, type InputOf, RateLimited, PublicBody, NotIdempotent } from '#platform/http';
import { email, nullable, object, optional, text, uuid4 } from '#platform/wire';
import { RequestSignIn } from '../../commands/request-sign-in.ts';
import { SignInByCode } from '../../commands/sign-in-by-code.ts';

const SignInRequest = defineRequest({
  body: object(
    { email: email(), organization_id: uuid4(), customer_id: optional(nullable(uuid4())) },
    'CustomerSessionCodeRequest',
    {
      email: { text: 'The e-mail address of the customer or member.', example: 'jane@example.com' },
      organization_id: 'The ID of the organization.',
      customer_id: 'The ID of one customer, if several have this e-mail address.',
    },
  ),
});
const AuthenticateRequest = defineRequest({
  body: object({ code: text({ max: 255 }) }, 'CustomerSessionCodeAuthenticateRequest', {
    code: { text: 'The code from the e-mail.', example: 'A1B2C3' },
  }),
});
/** Limits requests per e-mail address, whatever clients they come from, so that no mailbox is flooded. */
const addressIn = ({ body: { organization_id, email: address } }: InputOf<typeof SignInRequest>): string =>
  `${organization_id} ${address.toLowerCase()}`;

const AuthenticatedView = object({ token: text() }, 'CustomerSessionCodeAuthenticateResponse', {
  token: { text: 'The token of the new session.', example: 'latchkey_mst_…' },
});

/** Customers and members sign in by code. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/customer-session')
export class SignInController {
  constructor(private readonly commands: CommandBus) {}

  @Post('request')
  @NotIdempotent('It has no credentials to keep a key under. Another request sends another code, at most five in half an hour.')
  @PublicBody()
  @RateLimited({ quota: 'signIn', keyBy: (request) => addressIn(SignInRequest.read(request)) })
  @Responses({
    summary: 'Request a code to sign in',
    description:
      'Sends a code by e-mail with which a customer or member can sign in. The response is always 202, so it does not reveal whether the ' +
      'address is known. If several customers share the address, the e-mail contains a code for each of them, or only for `customer_id`. ' +
      'A code can be used once, within 30 minutes. Requires no credentials.',
    ok: { status: 202, view: null, description: 'Accepted' },
  })
  async request(@Input(SignInRequest) { body }: InputOf<typeof SignInRequest>): Promise<void> {
    const { email: address, organization_id: organizationId, customer_id: customerId = null } = body;
    await this.commands.execute(new RequestSignIn({ organizationId, email: address, customerId }));
  }

  @Post('authenticate')
  @NotIdempotent('The code is used up by the first request. Whoever lost the response requests another one.')
  @PublicBody()
  @RateLimited({ quota: 'signIn' })
  @Responses({
    summary: 'Sign in with a code',
    description:
      'Exchanges a code for a session that is valid for an hour: of the member with the e-mail address, or of the customer itself. Requires no credentials.',
    ok: { status: 200, view: AuthenticatedView },
    errors: {
      401: [
        'CustomerSessionCodeInvalidOrExpired',
        'The code is unknown, was used, is older than 30 minutes or was tried too often.',
      ],
    },
  })
  async authenticate(@Input(AuthenticateRequest) { body }: InputOf<typeof AuthenticateRequest>): Promise<{ token: string }> {
    return { token: await this.commands.execute(new SignInByCode(body.code)) };
  }
}
