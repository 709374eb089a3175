import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { Input, type InputOf, type Page, pageOf, Responses } from '#platform/http';
import { ListMails } from '../../queries/list-mails.ts';
import { SentMailView } from '../../queries/sent-mail.view.ts';
import { ListMailsRequest } from './mails.dto.ts';

/** What was mailed to customers. */
@ApiTags('mails')
@Controller('v1/mails')
export class MailsController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Responses({
    summary: 'List mails to customers',
    description:
      'Returns what was mailed to customers and their members in the last 90 days, and what became of it, newest first. Texts are not kept. What was mailed to a customer is deleted when the customer is anonymized or merged. An extension.',
    ok: { status: 200, view: pageOf(SentMailView, 'Mail') },
  })
  @RequireScope(['customers:read', 'customers:write'])
  list(
    @Input(ListMailsRequest) { query }: InputOf<typeof ListMailsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<SentMailView>> {
    const { page, limit, ...filter } = query;
    return this.queries.execute(new ListMails(caller.access('customers'), filter, { page, limit }));
  }
}
