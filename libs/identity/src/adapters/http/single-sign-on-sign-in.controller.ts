import { Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import {
  bearerToken,
  CurrentExchange,
  type Exchange,
  Input,
  type InputOf,
  KnownDevices,
  NotAudited,
  NotIdempotent,
  PublicBody,
  RateLimited,
  Responses,
  type ShortLivedCookie,
  ShortLivedCookies,
} from '#platform/http';
import type { Infer } from '#platform/wire';
import { BeginSingleSignOn } from '../../commands/begin-single-sign-on.ts';
import { CompleteSingleSignOn } from '../../commands/complete-single-sign-on.ts';
import { clientOf } from './changing-session.ts';
import { OpenedUserSessionView, userOf } from './sign-in.dto.ts';
import { BeginSingleSignOnRequest, CompleteSingleSignOnRequest, SingleSignOnDemandView } from './single-sign-on.dto.ts';

const SIGN_IN = '/v1/users/sign-in';
const PATH = `${SIGN_IN}/single-sign-on`;
/** Has what only the browser knows that began. */
const COOKIE: ShortLivedCookie = { name: 'latchkey_sign_in', path: PATH, maxAgeSeconds: 600 };
const PROVIDER_FAILED = [
  'IdentityProviderFailed',
  'The provider of the organization does not respond, or not as the standard says. The message says why.',
] as const;

/** Users sign in through the OpenID provider of their organization. */
@ApiTags('users')
@Controller(PATH)
export class SingleSignOnSignInController {
  constructor(
    private readonly commands: CommandBus,
    private readonly cookies: ShortLivedCookies,
    private readonly devices: KnownDevices,
  ) {}

  @Post()
  @NotAudited('It changes nothing, and anybody can do it. A session is in the log.')
  @NotIdempotent('Every sign-in has a state of its own.')
  @PublicBody()
  @RateLimited({ quota: 'signIn', name: 'requests for single sign-on' })
  @Responses({
    summary: 'Begin single sign-on',
    description:
      'Returns the address of the OpenID provider of an organization, found by the domain of an e-mail address or by its slug. The response ' +
      'sets the cookie `latchkey_sign_in`, which binds the sign-in to the browser. It is the same whether or not a user has the address. ' +
      'Requires no credentials.',
    ok: { status: 200, view: SingleSignOnDemandView },
    errors: {
      400: PROVIDER_FAILED,
      404: ['SingleSignOnNotAvailable', 'No organization has verified the domain, or it has no enabled connection.'],
    },
  })
  async beginSingleSignOn(
    @Input(BeginSingleSignOnRequest) { body }: InputOf<typeof BeginSingleSignOnRequest>,
    @CurrentExchange() { reply }: Exchange,
  ): Promise<Infer<typeof SingleSignOnDemandView>> {
    const { browser_secret, url, expires_at } = await this.commands.execute(new BeginSingleSignOn(body));
    this.cookies.set(reply, COOKIE, browser_secret);
    return { url, expires_at };
  }

  @Post('authenticate')
  @NotIdempotent('A state works once.')
  @PublicBody()
  @RateLimited({ quota: 'signIn', name: 'single sign-ons' })
  @Responses({
    summary: 'Sign in through the provider of an organization',
    description:
      'Opens a session for whom the provider has recognized, with the parameters with which it sent the browser back, within ten minutes, once, ' +
      'and with the cookie `latchkey_sign_in`. The provider has to have verified an e-mail address at a verified domain of the organization. ' +
      'Whoever is not a member becomes one, with the default role of the connection. A second factor is the concern of the provider. ' +
      'Requires no credentials.',
    ok: { status: 200, view: OpenedUserSessionView },
    errors: {
      400: PROVIDER_FAILED,
      401: ['SignInFailed', 'What was presented is wrong, unknown, expired, used up, or of another browser.'],
      403: ['SingleSignOnRefused', 'The provider has recognized somebody who may not sign in. The message says why.'],
    },
  })
  async completeSingleSignOn(
    @Input(CompleteSingleSignOnRequest) { body }: InputOf<typeof CompleteSingleSignOnRequest>,
    @CurrentExchange() exchange: Exchange,
  ): Promise<Infer<typeof OpenedUserSessionView>> {
    const { request, reply } = exchange;
    const browserSecret = this.cookies.read(request, COOKIE);
    this.cookies.clear(reply, COOKIE);
    const result = { code: body.code, state: body.state, issuer: body.iss ?? null, browserSecret };
    const session = await this.commands.execute(
      new CompleteSingleSignOn(result, clientOf(exchange), bearerToken(request) ?? null),
    );
    this.devices.remember(reply, userOf(session.email), SIGN_IN);
    return session;
  }
}
