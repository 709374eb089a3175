import { Controller, Delete, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, FRESH_SIGN_IN, RequireRecentSignIn, RequireScope, type SellerPrincipal } from '#platform/auth';
import { defineRequest, Input, type InputOf, NotAudited, NotIdempotent, RateLimited, Responses } from '#platform/http';
import { SHORT_TEXT } from '#support/texts';
import { list, object, text, strict } from '#platform/wire';
import {
  BeginSecondFactor,
  ConfirmSecondFactor,
  DisableSecondFactor,
  ReplaceRecoveryCodes,
} from '../../commands/second-factor.ts';
import { GetCurrentUser } from '../../queries/get-current-user.ts';
import { BY_SESSION, sessionOf } from './changing-session.ts';

const ConfirmRequest = defineRequest({
  body: strict(
    object({ code: text(SHORT_TEXT) }, 'SecondFactorConfirmation', {
      code: { text: 'The code that the authenticator app shows.', example: '287082' },
    }),
  ),
});

const NewSecondFactorView = object({ secret: text(), uri: text() }, 'NewSecondFactor', {
  secret: { text: 'The secret, for typing it into the authenticator app.', example: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' },
  uri: {
    text: 'The address for the QR code that the app scans.',
    example:
      'otpauth://totp/Latchkey:ada%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Latchkey&algorithm=SHA1&digits=6&period=30',
  },
});
const RecoveryCodesView = object({ recovery_codes: list(text()) }, 'RecoveryCodes', {
  recovery_codes: {
    text: 'Ten codes, each of which takes the place of the authenticator app once. No other response contains them.',
    example: ['K7QM-R2X9-TB4N-0V6C'],
  },
});

/** Users have a second factor: an authenticator app (TOTP, RFC 6238) with recovery codes. */
@ApiTags('users')
@Controller('v1/users/me')
export class SecondFactorController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post('second-factor')
  @NotAudited('It changes nothing until it is confirmed.')
  @NotIdempotent('Beginning again returns another secret, which is as good.')
  @Responses({
    summary: 'Set up a second factor',
    description:
      'Returns a secret for an authenticator app. Nothing changes until a code of the app confirms it; an existing second factor stays ' +
      'valid until then. Needs a session that is at most 15 minutes old.',
    ok: { status: 200, view: NewSecondFactorView },
    errors: { 403: FRESH_SIGN_IN },
    invalid: true,
  })
  @RequireScope('user:write', BY_SESSION)
  @RequireRecentSignIn()
  async beginSecondFactor(@CurrentCaller() caller: SellerPrincipal): Promise<{ secret: string; uri: string }> {
    const { email } = await this.queries.execute(new GetCurrentUser(caller));
    return this.commands.execute(new BeginSecondFactor(sessionOf(caller), email));
  }

  @Post('second-factor/confirm')
  @NotIdempotent('The codes are in one response only. Whoever lost it requests others.')
  @Responses({
    summary: 'Confirm a second factor',
    description:
      'Enables the second factor whose set-up was begun, and returns new recovery codes. From now on signing in needs a code of the app, ' +
      'unless it is by a passkey. The user is told by e-mail.',
    ok: { status: 200, view: RecoveryCodesView },
    errors: {
      400: ['SecondFactorCodeWrong or SecondFactorNotSetUp', 'The code is wrong, or no set-up was begun.'],
      403: FRESH_SIGN_IN,
    },
  })
  @RequireScope('user:write', BY_SESSION)
  @RequireRecentSignIn()
  @RateLimited({ quota: 'signIn', name: 'confirmations of second factors' })
  async confirmSecondFactor(
    @Input(ConfirmRequest) { body }: InputOf<typeof ConfirmRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<{ recovery_codes: string[] }> {
    return { recovery_codes: [...(await this.commands.execute(new ConfirmSecondFactor(sessionOf(caller), body.code)))] };
  }

  @Delete('second-factor')
  @Responses({
    summary: 'Remove the second factor',
    description:
      'Removes the second factor and its recovery codes. Needs a session that is at most 15 minutes old. The user is told by e-mail.',
    ok: { status: 204, view: null },
    errors: { 403: FRESH_SIGN_IN },
    invalid: true,
  })
  @RequireScope('user:write', BY_SESSION)
  @RequireRecentSignIn()
  async disableSecondFactor(@CurrentCaller() caller: SellerPrincipal): Promise<void> {
    await this.commands.execute(new DisableSecondFactor(sessionOf(caller)));
  }

  @Post('recovery-codes')
  @NotIdempotent('The codes are in one response only. Whoever lost it requests others.')
  @Responses({
    summary: 'Replace the recovery codes',
    description:
      'Returns new recovery codes; the earlier ones do not work any more. Needs a session that is at most 15 minutes old. The user is told by e-mail.',
    ok: { status: 200, view: RecoveryCodesView },
    errors: { 400: ['SecondFactorNotSetUp', 'The user has no second factor.'], 403: FRESH_SIGN_IN },
    invalid: true,
  })
  @RequireScope('user:write', BY_SESSION)
  @RequireRecentSignIn()
  async replaceRecoveryCodes(@CurrentCaller() caller: SellerPrincipal): Promise<{ recovery_codes: string[] }> {
    return { recovery_codes: [...(await this.commands.execute(new ReplaceRecoveryCodes(sessionOf(caller))))] };
  }
}
