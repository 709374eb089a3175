import { Controller, Get, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Input, type InputOf, Responses } from '#platform/http';
import { text } from '#platform/wire';
import { GetMailPreview } from '../../queries/get-mail-preview.ts';
import { ListMailPreviews } from '../../queries/list-mail-previews.ts';
import { MailPreviewsView } from '../../queries/mail-preview.view.ts';
import { GetMailPreviewRequest, ListMailPreviewsRequest } from './branding.dto.ts';

const AREA = 'the organization';
const HTML = 'text/html';
const NO_ORGANIZATION = 'The organization does not exist, or the caller is not a member of it.';

/** Nothing runs, and no link leads anywhere. The console shows it in a frame. */
const POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src http: https:; frame-ancestors 'self'";

@ApiTags('organizations')
@Controller('v1/organizations/:id/mail-previews')
export class MailPreviewsController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Responses({
    summary: 'List previews of mails',
    description: 'Returns every mail that the service sends as this organization sends it, with sample data. An extension.',
    ok: { status: 200, view: MailPreviewsView },
    errors: { 404: ['ResourceNotFound', NO_ORGANIZATION] },
  })
  @RequireScope(['organizations:read', 'organizations:write'])
  listMailPreviews(
    @Input(ListMailPreviewsRequest) { path, query }: InputOf<typeof ListMailPreviewsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<MailPreviewsView> {
    return this.queries.execute(new ListMailPreviews(caller.access(AREA), path.id, query.locale ?? null));
  }

  @Get(':mail')
  @Responses({
    summary: 'Get the preview of a mail',
    description:
      'Returns the HTML of a mail as this organization sends it, with sample data. Browsers run nothing of it. An extension.',
    ok: { status: 200, view: text(), mediaType: HTML },
    errors: { 404: ['ResourceNotFound', `${NO_ORGANIZATION} Or there is no such mail.`] },
  })
  @RequireScope(['organizations:read', 'organizations:write'])
  async getMailPreview(
    @Input(GetMailPreviewRequest) { path, query }: InputOf<typeof GetMailPreviewRequest>,
    @CurrentCaller() caller: SellerPrincipal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const document = await this.queries.execute(
      new GetMailPreview(caller.access(AREA), path.id, path.mail, query.locale ?? null),
    );
    reply.headers({ 'content-type': `${HTML}; charset=utf-8`, 'content-security-policy': POLICY });
    return document;
  }
}
