import { Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import {
  bearerToken,
  CurrentExchange,
  type Exchange,
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
import type { Infer } from '#platform/wire';
import { RequestSignIn } from '../../commands/request-sign-in.ts';
import { SignIn } from '../../commands/sign-in.ts';
import { VerifySecondFactor } from '../../commands/verify-second-factor.ts';
import { clientOf } from './changing-session.ts';
import {
  AuthenticateUserRequest,
  OpenedUserSessionView,
  RequestUserSignInRequest,
  SignInOutcomeView,
  subjectOf,
  userOf,
  VerifySecondFactorRequest,
} from './sign-in.dto.ts';

const PATH = '/v1/users/sign-in';
const KNOWN_DEVICE =
  'A device that sends the cookie `latchkey_device` of an earlier sign-in is counted by itself, so that requests of others do not ' +
  'use up its limit.';
const SESSION =
  'The token of the session is a bearer token for everything that the user may do. If the request has a token of an earlier session of ' +
  'the user in `Authorization`, the new session takes the place of that one.';
const FAILED = ['SignInFailed', 'What was presented is wrong, unknown, expired or used up.'] as const;

/** Users sign in: by a code that is mailed to them, by their password, or with a passkey. */
@ApiTags('users')
@Controller(PATH)
export class UserSignInController {
  constructor(
    private readonly commands: CommandBus,
    private readonly devices: KnownDevices,
  ) {}

  @Post('request')
  @NotAudited('It changes nothing, and anybody can do it. A session is in the log.')
  @NotIdempotent('It has no credentials to keep a key under. Another request sends another code, at most five in half an hour.')
  @PublicBody()
  @RateLimited({
    quota: 'signIn',
    name: 'requests for codes of users',
    recipient: (request) => userOf(RequestUserSignInRequest.read(request).body.email),
  })
  @Responses({
    summary: 'Request a code to sign in as a user',
    description:
      'Sends a code by e-mail with which a user can sign in. The response is always 202, so it does not reveal whether there is a user ' +
      `with the address. A code can be used once, within 30 minutes. Requires no credentials. ${KNOWN_DEVICE}`,
    ok: { status: 202, view: null, description: 'Accepted' },
  })
  async requestUserSignIn(
    @Input(RequestUserSignInRequest) { body }: InputOf<typeof RequestUserSignInRequest>,
    @IsFromKnownDevice() isFromKnownDevice: boolean,
  ): Promise<void> {
    await this.commands.execute(new RequestSignIn(body.email, isFromKnownDevice));
  }

  @Post('authenticate')
  @NotIdempotent('What is presented is used up by the first request, or shows that a session was opened.')
  @PublicBody()
  @RateLimited({
    quota: 'signIn',
    name: 'sign-ins of users',
    subject: (request) => subjectOf(AuthenticateUserRequest.read(request).body),
  })
  @Responses({
    summary: 'Sign in as a user',
    description:
      'Opens a session for a user who presents the code from the e-mail, the password, or a signature by a passkey. If the user has a ' +
      'second factor and presents no passkey, the response says how to go on instead. Ten wrong passwords in a row block the password for ' +
      `15 minutes; other ways to sign in stay open. ${SESSION} Requires no credentials. ${KNOWN_DEVICE}`,
    ok: { status: 200, view: SignInOutcomeView },
    errors: { 401: FAILED },
  })
  async authenticateUser(
    @Input(AuthenticateUserRequest) { body }: InputOf<typeof AuthenticateUserRequest>,
    @CurrentExchange() exchange: Exchange,
  ): Promise<Infer<typeof SignInOutcomeView>> {
    const { request, reply } = exchange;
    const proof = 'passkey' in body ? { passkey: { ...body.passkey, response: { ...body.passkey.response } } } : body;
    const outcome = await this.commands.execute(
      new SignIn(proof as SignIn['proof'], clientOf(exchange), bearerToken(request) ?? null),
    );
    if ('second_factor' in outcome) {
      return { session: null, second_factor: { ...outcome.second_factor, methods: [...outcome.second_factor.methods] } };
    }
    this.devices.remember(reply, userOf(outcome.session.email), PATH);
    return { session: outcome.session, second_factor: null };
  }

  @Post('second-factor')
  @NotIdempotent('A code works once, so a repetition would be refused.')
  @PublicBody()
  @RateLimited({ quota: 'signIn', name: 'second factors of users' })
  @Responses({
    summary: 'Sign in as a user with a second factor',
    description:
      'Completes a sign-in that needs a second factor, by the code of the authenticator app or by a recovery code, within ten minutes. Each ' +
      'code works once. After five wrong ones the user begins again; ten in a row block the second factor of the user for 15 minutes. ' +
      `${SESSION} Requires no credentials.`,
    ok: { status: 200, view: OpenedUserSessionView },
    errors: { 401: FAILED },
  })
  async verifySecondFactor(
    @Input(VerifySecondFactorRequest) { body }: InputOf<typeof VerifySecondFactorRequest>,
    @CurrentExchange() exchange: Exchange,
  ): Promise<Infer<typeof OpenedUserSessionView>> {
    const { request, reply } = exchange;
    const proof = 'recovery_code' in body ? { recovery_code: body.recovery_code } : { totp: body.code };
    const session = await this.commands.execute(
      new VerifySecondFactor(body.token, proof, clientOf(exchange), bearerToken(request) ?? null),
    );
    this.devices.remember(reply, userOf(session.email), PATH);
    return session;
  }
}
