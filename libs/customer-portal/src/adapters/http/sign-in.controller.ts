import { Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Responses, defineRequest, Input, type InputOf, RateLimited } from '#platform/http';
import { email, nullable, object, optional, text, uuid4 } from '#platform/wire';
import { RequestSignIn } from '../../commands/request-sign-in.ts';
import { SignInByCode } from '../../commands/sign-in-by-code.ts';

const SignInRequest = defineRequest({
  body: object(
    { email: email(), organization_id: uuid4(), customer_id: optional(nullable(uuid4())) },
    'CustomerSessionCodeRequest',
  ),
});
const AuthenticateRequest = defineRequest({
  body: object({ code: text({ max: 255 }) }, 'CustomerSessionCodeAuthenticateRequest'),
});
/** Wherever they come from, so many wishes are taken down for one address: nobody's mailbox is flooded. */
const addressIn = ({ body: { organization_id, email: address } }: InputOf<typeof SignInRequest>): string =>
  `${organization_id} ${address.toLowerCase()}`;

const AuthenticatedView = object({ token: text() }, 'CustomerSessionCodeAuthenticateResponse');

/** Customers and members let themselves in. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/customer-session')
export class SignInController {
  constructor(private readonly commands: CommandBus) {}

  @Post('request')
  @RateLimited({ quota: 'signIn', keyBy: (request) => addressIn(SignInRequest.read(request)) })
  @Responses({
    summary: 'Request a code to sign in',
    description:
      'Always 202, whoever the address belongs to. If there are customers who are reached there, themselves or through a member, one ' +
      'message brings a code for each of them; `customer_id` asks for one of them only. A code works once, within 30 minutes.',
    ok: { status: 202, view: null, description: 'Taken down' },
  })
  async request(@Input(SignInRequest) { body }: InputOf<typeof SignInRequest>): Promise<void> {
    const { email: address, organization_id: organizationId, customer_id: customerId = null } = body;
    await this.commands.execute(new RequestSignIn({ organizationId, email: address, customerId }));
  }

  @Post('authenticate')
  @RateLimited({ quota: 'signIn' })
  @Responses({
    summary: 'Sign in with a code',
    description: 'Answers with the token of a session: of the member who is reached at the address, or of the customer itself.',
    ok: { status: 200, view: AuthenticatedView },
    errors: {
      401: ['CustomerSessionCodeInvalidOrExpired', 'The code is unknown, used, older than 30 minutes, or was tried too often'],
    },
  })
  async authenticate(@Input(AuthenticateRequest) { body }: InputOf<typeof AuthenticateRequest>): Promise<{ token: string }> {
    return { token: await this.commands.execute(new SignInByCode(body.code)) };
  }
}
