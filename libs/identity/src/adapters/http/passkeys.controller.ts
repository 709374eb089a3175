import { Controller, Delete, Get, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, FRESH_SIGN_IN, RequireRecentSignIn, RequireScope, type SellerPrincipal } from '#platform/auth';
import {
  Input,
  type InputOf,
  NotAudited,
  NotIdempotent,
  type Page,
  pageOf,
  PublicBody,
  RateLimited,
  Responses,
} from '#platform/http';
import type { Infer } from '#platform/wire';
import { AddPasskey, BeginPasskey, BeginPasskeySignIn, RemovePasskey } from '../../commands/own-passkeys.ts';
import { GetCurrentUser } from '../../queries/get-current-user.ts';
import { GetPasskey, ListPasskeys } from '../../queries/list-passkeys.ts';
import { PasskeyView } from '../../queries/passkey.view.ts';
import { BY_SESSION, sessionOf } from './changing-session.ts';
import { AddPasskeyRequest, ListPasskeysRequest, OnePasskeyRequest, PasskeyOptionsView } from './passkeys.dto.ts';

type Options = Infer<typeof PasskeyOptionsView>;

/** Users sign in with passkeys, which take the place of both factors. */
@ApiTags('users')
@Controller('v1/users')
export class PasskeysController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post('sign-in/passkey-options')
  @NotAudited('It changes nothing but what signing in needs for some minutes, and anybody can do it.')
  @NotIdempotent('Other options are as good.')
  @PublicBody()
  @RateLimited({ quota: 'signIn', name: 'options for passkeys' })
  @Responses({
    summary: 'Get options to sign in with a passkey',
    description:
      'Returns what a page passes to `navigator.credentials.get`. The credential that the browser returns signs in. Requires no credentials.',
    ok: { status: 200, view: PasskeyOptionsView },
  })
  async passkeySignInOptions(): Promise<Options> {
    return { options: await this.commands.execute(new BeginPasskeySignIn()) };
  }

  @Get('me/passkeys')
  @Responses({
    summary: 'List passkeys',
    description: 'Returns the passkeys of the user, oldest first.',
    ok: { status: 200, view: pageOf(PasskeyView, 'Passkey') },
  })
  @RequireScope(['user:read', 'user:write'], BY_SESSION)
  listPasskeys(
    @Input(ListPasskeysRequest) { query }: InputOf<typeof ListPasskeysRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<PasskeyView>> {
    return this.queries.execute(new ListPasskeys(caller.id, query));
  }

  @Post('me/passkeys/options')
  @NotAudited('It changes nothing but what adding a passkey needs for some minutes.')
  @NotIdempotent('Other options are as good.')
  @Responses({
    summary: 'Get options to add a passkey',
    description: 'Returns what a page passes to `navigator.credentials.create`. Needs a session that is at most 15 minutes old.',
    ok: { status: 200, view: PasskeyOptionsView },
    errors: { 403: FRESH_SIGN_IN },
    invalid: true,
  })
  @RequireScope('user:write', BY_SESSION)
  @RequireRecentSignIn()
  async passkeyOptions(@CurrentCaller() caller: SellerPrincipal): Promise<Options> {
    const { email } = await this.queries.execute(new GetCurrentUser(caller));
    return { options: await this.commands.execute(new BeginPasskey(sessionOf(caller), email)) };
  }

  @Post('me/passkeys')
  @NotIdempotent('What the browser made can be added once.')
  @Responses({
    summary: 'Add a passkey',
    description: 'Adds the passkey that a browser made with the options. A user has at most 20. The user is told by e-mail.',
    ok: { status: 201, view: PasskeyView },
    errors: {
      400: [
        'PasskeyNotVerified or TooManyPasskeys',
        'The credential was not made with options of this user in the last ten minutes, is known already, or is one too many.',
      ],
    },
  })
  @RequireScope('user:write', BY_SESSION)
  async addPasskey(
    @Input(AddPasskeyRequest) { body }: InputOf<typeof AddPasskeyRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<PasskeyView> {
    const command = new AddPasskey(sessionOf(caller), body.name, body.credential as unknown as AddPasskey['response']);
    const id = await this.commands.execute(command);
    return this.queries.execute(new GetPasskey(caller.id, id));
  }

  @Delete('me/passkeys/:id')
  @Responses({
    summary: 'Remove a passkey',
    description: 'Removes a passkey of the user. Needs a session that is at most 15 minutes old. The user is told by e-mail.',
    ok: { status: 204, view: null },
    errors: { 403: FRESH_SIGN_IN, 404: ['ResourceNotFound', 'The passkey does not exist or belongs to another user.'] },
  })
  @RequireScope('user:write', BY_SESSION)
  @RequireRecentSignIn()
  async removePasskey(
    @Input(OnePasskeyRequest) { path }: InputOf<typeof OnePasskeyRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    await this.commands.execute(new RemovePasskey(sessionOf(caller), path.id));
  }
}
