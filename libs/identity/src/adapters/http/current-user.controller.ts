import { Controller, Delete, Get, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, FRESH_SIGN_IN, RequireRecentSignIn, RequireScope, type SellerPrincipal } from '#platform/auth';
import { defineRequest, Input, type InputOf, NotIdempotent, RateLimited, Responses } from '#platform/http';
import { LOOKUP_TEXT } from '#support/texts';
import { nullable, object, optional, text, strict } from '#platform/wire';
import { ChangePassword, RemovePassword } from '../../commands/change-password.ts';
import { CurrentUserView } from '../../queries/current-user.view.ts';
import { GetCurrentUser } from '../../queries/get-current-user.ts';
import { BY_SESSION, sessionOf } from './changing-session.ts';

const PasswordRequest = defineRequest({
  body: strict(
    object(
      {
        password: text(LOOKUP_TEXT, { minLength: 12, maxLength: 256 }),
        current_password: optional(nullable(text(LOOKUP_TEXT))),
      },
      'UserPasswordChange',
      {
        password: {
          text: 'The new password: 12 to 256 characters, at least five different ones, without the e-mail address.',
          example: 'correct horse battery staple',
        },
        current_password: 'The current password. It may be left out if the session is at most 15 minutes old.',
      },
    ),
  ),
});

/** Users see what they may do, and manage their password. */
@ApiTags('users')
@Controller('v1/users/me')
export class CurrentUserController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'Get the current user',
    description:
      'Returns the user of the credential, the organizations that they can access with their roles, and what both permit; and the organizations ' +
      'that need a sign-in through their provider first. A request with `Polar-Organization` gets that organization only.',
    ok: { status: 200, view: CurrentUserView },
  })
  @RequireScope(['user:read', 'user:write'], { schemes: ['pat'], aboutUser: false })
  getCurrentUser(@CurrentCaller() caller: SellerPrincipal): Promise<CurrentUserView> {
    return this.queries.execute(new GetCurrentUser(caller));
  }

  @Post('password')
  @NotIdempotent('Setting a password again has no effect. The responses say nothing that would be lost.')
  @Responses({
    summary: 'Set the password',
    description:
      'Sets the password with which the user signs in, and ends all other sessions of the user. Needs the current password, or a session ' +
      'that is at most 15 minutes old. The user is told by e-mail.',
    ok: { status: 204, view: null },
    errors: {
      403: [
        'CurrentPasswordWrong or FreshSignInRequired',
        'The current password is wrong, or the session is older than 15 minutes.',
      ],
    },
  })
  @RequireScope('user:write', BY_SESSION)
  @RequireRecentSignIn((request) => (PasswordRequest.read(request).body.current_password ?? null) === null)
  @RateLimited({ quota: 'signIn', name: 'changes of passwords' })
  async setPassword(
    @Input(PasswordRequest) { body }: InputOf<typeof PasswordRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    const { email } = await this.queries.execute(new GetCurrentUser(caller));
    const { password, current_password: current = null } = body;
    await this.commands.execute(new ChangePassword(sessionOf(caller), email, password, current));
  }

  @Delete('password')
  @Responses({
    summary: 'Remove the password',
    description:
      'Removes the password: the user signs in by code or by passkey. Needs a session that is at most 15 minutes old. The user is told by e-mail.',
    ok: { status: 204, view: null },
    errors: { 403: FRESH_SIGN_IN },
    invalid: true,
  })
  @RequireScope('user:write', BY_SESSION)
  @RequireRecentSignIn()
  async removePassword(@CurrentCaller() caller: SellerPrincipal): Promise<void> {
    await this.commands.execute(new RemovePassword(sessionOf(caller)));
  }
}
