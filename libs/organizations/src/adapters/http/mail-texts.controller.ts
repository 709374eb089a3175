import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Input, type InputOf, NotIdempotent, Responses, defineRequest } from '#platform/http';
import { LANGUAGES } from '#support/languages';
import { MOST_BODY_CHARACTERS, MOST_SUBJECT_CHARACTERS } from '#support/mails';
import { LOOKUP_TEXT } from '#support/texts';
import { described, object, oneOf, strict, text, uuid4 } from '#platform/wire';
import { PutMailText, RemoveMailText } from '../../commands/change-mail-text.ts';
import { ListMailTexts } from '../../queries/list-mail-texts.ts';
import { MailTextPreviewView, MailTextsView } from '../../queries/mail-text.view.ts';
import { PreviewMailText } from '../../queries/preview-mail-text.ts';

const ID = described(uuid4(), 'The ID of the organization.');
const MAIL = described(text(LOOKUP_TEXT), 'The name of the mail.', { example: 'license_key' });
const LANGUAGE = described(oneOf(LANGUAGES), 'The language of the text.');
const WORDING = {
  subject: described(text({ min: 1, max: MOST_SUBJECT_CHARACTERS }), 'The subject, in one line.', {
    example: 'Your license key for {{product}}',
  }),
  body: described(
    text({ min: 1, max: MOST_BODY_CHARACTERS }),
    'Paragraphs, separated by empty lines. A paragraph with a placeholder that stands for nothing is left out.',
    {
      example: 'Hello,\n\nhere is your license key:\n\n{{key}}\n\n{{portal_link}}\n\n{{seller}}',
    },
  ),
};

const ListMailTextsRequest = defineRequest({ path: { id: ID } });
const OneMailTextRequest = defineRequest({ path: { id: ID, mail: MAIL, language: LANGUAGE } });
const PutMailTextRequest = defineRequest({
  path: { id: ID, mail: MAIL, language: LANGUAGE },
  body: strict(object(WORDING, 'MailTextUpdate')),
});
const PreviewMailTextRequest = defineRequest({
  path: { id: ID },
  body: strict(object({ mail: MAIL, language: LANGUAGE, ...WORDING }, 'MailTextDraft')),
});

const AREA = 'the organization';
const NO_ORGANIZATION = 'The organization does not exist, or the caller is not a member of it.';
const NO_MAIL = ['ResourceNotFound', `${NO_ORGANIZATION} Or there is no such mail, or its text cannot be changed.`] as const;
const NOT_PERMITTED = ['NotPermitted', 'The role of the user does not allow it.'] as const;

/** What organizations write in mails to their customers. */
@ApiTags('organizations')
@Controller('v1/organizations/:id/mail-texts')
export class MailTextsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List texts of mails',
    description:
      'Returns every mail whose text the organization may write itself, in every language, with the placeholders that it may contain and the text of ' +
      'the service to begin with. An extension.',
    ok: { status: 200, view: MailTextsView },
    errors: { 404: ['ResourceNotFound', NO_ORGANIZATION] },
  })
  @RequireScope(['organizations:read', 'organizations:write'])
  listMailTexts(
    @Input(ListMailTextsRequest) { path }: InputOf<typeof ListMailTextsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<MailTextsView> {
    return this.queries.execute(new ListMailTexts(caller.access(AREA), path.id));
  }

  @Post('preview')
  @HttpCode(200)
  @NotIdempotent('It changes nothing.')
  @Responses({
    summary: 'Preview a text of a mail',
    description: 'Returns the mail as it would look with this text, with sample data. Changes nothing. An extension.',
    ok: { status: 200, view: MailTextPreviewView },
    errors: { 403: NOT_PERMITTED, 404: NO_MAIL },
  })
  @RequireScope('organizations:write')
  previewMailText(
    @Input(PreviewMailTextRequest) { path, body }: InputOf<typeof PreviewMailTextRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<MailTextPreviewView> {
    const { mail, language, ...wording } = body;
    return this.queries.execute(new PreviewMailText(caller.access(AREA), path.id, mail, language, wording));
  }

  @Put(':mail/:language')
  @HttpCode(204)
  @Responses({
    summary: 'Set the text of a mail',
    description:
      'The mail has this text from now on, in this language. Placeholders are written as `{{name}}`; unknown ones are refused. An extension.',
    ok: { status: 204, view: null },
    errors: { 403: NOT_PERMITTED, 404: NO_MAIL },
  })
  @RequireScope('organizations:write')
  async setMailText(
    @Input(PutMailTextRequest) { path, body }: InputOf<typeof PutMailTextRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    const { id: organizationId, mail, language } = path;
    await this.commands.execute(new PutMailText(caller.access(AREA), { organizationId, mail, language }, body));
  }

  @Delete(':mail/:language')
  @HttpCode(204)
  @Responses({
    summary: 'Reset the text of a mail',
    description:
      'The mail has the text of the service again, in this language. Repeating the request has no further effect. An extension.',
    ok: { status: 204, view: null },
    errors: { 403: NOT_PERMITTED, 404: NO_MAIL },
  })
  @RequireScope('organizations:write')
  async resetMailText(
    @Input(OneMailTextRequest) { path }: InputOf<typeof OneMailTextRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    const { id: organizationId, mail, language } = path;
    await this.commands.execute(new RemoveMailText(caller.access(AREA), { organizationId, mail, language }));
  }
}
