import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { Input, type InputOf, type Page, pageOf, Responses, defineRequest, paging, repeatable } from '#platform/http';
import { MAIL_OUTCOMES } from '#support/mails';
import { describeFields, describeInput, oneOf, uuid4 } from '#platform/wire';
import { ListMails } from '../../queries/list-mails.ts';
import { SentMailView } from '../../queries/sent-mail.view.ts';

const texts = describeInput('mail');

const ListMailsRequest = defineRequest({
  query: {
    ...describeFields(
      {
        organization_id: repeatable(uuid4()),
        customer_id: repeatable(uuid4()),
        resource_id: repeatable(uuid4()),
        outcome: repeatable(oneOf(MAIL_OUTCOMES)),
      },
      {
        ...texts.filters,
        customer_id: 'Returns only mails that concern these customers. Can be repeated.',
        resource_id: 'Returns only mails about these license keys or seats. Can be repeated.',
        outcome: 'Returns only mails of which this became. Can be repeated.',
      },
    ),
    ...paging,
  },
});

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
