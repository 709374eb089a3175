import { Controller, Get, Put } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { Input, type InputOf, NOT_PERMITTED, Responses } from '#platform/http';
import { TaggedRecordsView, TagsView, UsedTagsView } from '../../views/index.ts';
import { SetCustomerTags } from '../../commands/set-customer-tags.ts';
import { GetCustomerTags, ListCustomerTags, ListTaggedCustomers } from '../../queries/customer-tags.ts';
import {
  ListCustomerTagsRequest,
  ListTaggedCustomersRequest,
  TaggedCustomerRequest,
  SetCustomerTagsRequest,
} from './customer-tags.dto.ts';
import { CUSTOMER_NOT_FOUND } from './customer-errors.ts';

const READ = ['customers:read', 'customers:write'] as const;
const AREA = 'customers';

/** Tags, by which sellers sort their customers. */
@ApiTags('customers')
@Controller('v1/customers')
export class CustomerTagsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get('tags')
  @RequireScope(READ)
  @Responses({
    summary: 'List tags of customers',
    description:
      'Returns the tags that customers have, with how many have each of them. It takes as long with many customers as with few. An extension.',
    ok: { status: 200, view: UsedTagsView },
  })
  listTags(
    @Input(ListCustomerTagsRequest) { query }: InputOf<typeof ListCustomerTagsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<UsedTagsView> {
    return this.queries.execute(new ListCustomerTags(caller.access(AREA), query.organization_id));
  }

  @Get('tagged')
  @RequireScope(READ)
  @Responses({
    summary: 'List the tags of several customers',
    description:
      'Returns those of the customers with these IDs that have tags, with the tags of each: what a list of customers shows, in one request. An extension.',
    ok: { status: 200, view: TaggedRecordsView },
  })
  listTagged(
    @Input(ListTaggedCustomersRequest) { query }: InputOf<typeof ListTaggedCustomersRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<TaggedRecordsView> {
    return this.queries.execute(new ListTaggedCustomers(caller.access(AREA), query.id ?? [], query.organization_id));
  }

  @Get(':id/tags')
  @RequireScope(READ)
  @Responses({
    summary: 'Get the tags of a customer',
    description: 'Returns the tags of a customer. Customers never see them. An extension.',
    ok: { status: 200, view: TagsView },
    errors: { 404: CUSTOMER_NOT_FOUND },
  })
  getTags(
    @Input(TaggedCustomerRequest) { path }: InputOf<typeof TaggedCustomerRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<TagsView> {
    return this.queries.execute(new GetCustomerTags(caller.access(AREA), path.id));
  }

  @Put(':id/tags')
  @RequireScope('customers:write')
  @Responses({
    summary: 'Set the tags of a customer',
    description:
      'Gives a customer these tags and no others. They are for those who work for the seller: neither customers nor webhooks get them. An extension.',
    ok: { status: 200, view: TagsView },
    errors: {
      404: CUSTOMER_NOT_FOUND,
      403: NOT_PERMITTED,
      409: ['TooManyDifferentTags', 'The customers of the organization have as many different tags as they can have.'],
    },
  })
  async setTags(
    @Input(SetCustomerTagsRequest) { path, body }: InputOf<typeof SetCustomerTagsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<TagsView> {
    const access = caller.access(AREA);
    await this.commands.execute(new SetCustomerTags(access, path.id, body.tags));
    return this.queries.execute(new GetCustomerTags(access, path.id));
  }
}
