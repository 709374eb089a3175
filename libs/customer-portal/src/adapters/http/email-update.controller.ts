import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type PortalPrincipal, RequireCustomer } from '#platform/auth';
import {
  defineRequest,
  Idempotent,
  Input,
  type InputOf,
  NotIdempotent,
  PublicBody,
  RateLimited,
  Responses,
} from '#platform/http';
import { described, email, object, text } from '#platform/wire';
import { CheckEmailChange } from '../../commands/check-email-change.ts';
import { RequestEmailChange } from '../../commands/request-email-change.ts';
import { VerifyEmailChange } from '../../commands/verify-email-change.ts';

const token = text({ max: 255 });
const EXAMPLE = 'hT2nq0p1a1Yk5cFMbXvVqZ0t3XhG6Jb8m9QwE4rT7uI';

const EmailUpdateRequest = defineRequest({
  body: object({ email: email() }, 'CustomerEmailUpdateRequest', {
    email: { text: 'The new e-mail address.', example: 'jane@example.com' },
  }),
});
const VerifyRequest = defineRequest({
  body: object({ token }, 'CustomerEmailUpdateVerifyRequest', { token: { text: 'The token from the link.', example: EXAMPLE } }),
});
const CheckRequest = defineRequest({ query: { token: described(token, 'The token from the link.') } });

/** Clients read a body of JSON. */
const RequestedView = object({}, 'CustomerEmailUpdateRequestResponse');

const VerifiedView = object({ token: text() }, 'CustomerEmailUpdateVerifyResponse', {
  token: { text: 'The token of a new session of the customer.', example: 'latchkey_cst_…' },
});

const INVALID = [
  'InvalidCustomerEmailUpdate',
  'The token is unknown, was used, is older than 30 minutes, or another change was requested since.',
] as const;

/** Individual customers change their own e-mail address, by a link that is mailed to the new one. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/customers/me/email-update')
export class EmailUpdateController {
  constructor(private readonly commands: CommandBus) {}

  @Post('request')
  @Idempotent()
  @HttpCode(202)
  @Responses({
    summary: 'Request another e-mail address',
    description:
      'Sends a link to the new e-mail address of an individual customer, valid for 30 minutes. The address changes when the link is ' +
      'used; earlier links stop working. Requests and mails are limited (429). The response does not reveal whether somebody has the address. Members need the role `owner` or ' +
      '`billing_manager`.',
    ok: { status: 202, view: RequestedView, description: 'Accepted' },
    errors: {
      403: [
        'NotPermitted',
        'The seller does not let customers change their e-mail address (`customer_portal_settings.customer.allow_email_change`), or the role of the member does not allow it.',
      ],
    },
  })
  @RequireCustomer({ leading: true })
  // Counts before it is known whose session it is, like the other two.
  @RateLimited({ quota: 'signIn', name: 'requests for other e-mail addresses' })
  async requestEmailUpdate(
    @Input(EmailUpdateRequest) { body }: InputOf<typeof EmailUpdateRequest>,
    @CurrentCaller() { access }: PortalPrincipal,
  ): Promise<Record<string, never>> {
    await this.commands.execute(new RequestEmailChange(access, body.email));
    return {};
  }

  @Get('check')
  @HttpCode(204)
  @RateLimited({ quota: 'signIn', name: 'checks of links to other e-mail addresses' })
  @Responses({
    summary: 'Check a link to another e-mail address',
    description: 'Tells whether the token of a link can be used. Changes nothing. Requires no credentials.',
    ok: { status: 204, view: null, description: 'The token can be used' },
    errors: { 401: INVALID },
  })
  async checkEmailUpdate(@Input(CheckRequest) { query }: InputOf<typeof CheckRequest>): Promise<void> {
    await this.commands.execute(new CheckEmailChange(query.token));
  }

  @Post('verify')
  @NotIdempotent('The token is used up by the first request. Whoever lost the response signs in with the new address.')
  @HttpCode(200)
  @PublicBody()
  @RateLimited({ quota: 'signIn', name: 'uses of links to other e-mail addresses' })
  @Responses({
    summary: 'Verify another e-mail address',
    description:
      'Gives the customer the e-mail address that the link was sent to, as a verified one, and opens a session that is valid for an hour. ' +
      'The former address is told by e-mail. If another customer has the address by now, the response is 422. Requires no credentials. ' +
      'Publishes `customer.updated`.',
    ok: { status: 200, view: VerifiedView },
    errors: { 401: INVALID },
  })
  async verifyEmailUpdate(@Input(VerifyRequest) { body }: InputOf<typeof VerifyRequest>): Promise<{ token: string }> {
    return { token: await this.commands.execute(new VerifyEmailChange(body.token)) };
  }
}
