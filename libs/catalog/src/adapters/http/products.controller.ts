import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Responses, Input, type InputOf, NOT_PERMITTED, type Page, pageOf } from '#platform/http';
import { CreateProduct } from '../../commands/create-product.ts';
import { DeleteProduct } from '../../commands/delete-product.ts';
import { SetProductBenefits } from '../../commands/set-product-benefits.ts';
import { UpdateProduct } from '../../commands/update-product.ts';
import { GetProduct } from '../../queries/get-product.ts';
import { ListProducts } from '../../queries/list-products.ts';
import { ProductView } from '../../contract/product.view.ts';
import {
  CreateProductRequest,
  ListProductsRequest,
  newProduct,
  OfferBenefitsRequest,
  OneProductRequest,
  productChanges,
  UpdateProductRequest,
} from './products.dto.ts';

const NOT_FOUND = ['ResourceNotFound', 'The product does not exist, is deleted, or belongs to another organization'] as const;

@ApiTags('products')
@Controller('v1/products')
export class ProductsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List products',
    description: 'Archived ones are listed as well, unless `is_archived` is false.',
    ok: { status: 200, view: pageOf(ProductView, 'Product') },
  })
  @RequireScope(['products:read', 'products:write'])
  list(
    @Input(ListProductsRequest) { query }: InputOf<typeof ListProductsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<ProductView>> {
    const { sorting, page, limit, ...filter } = query;
    return this.queries.execute(new ListProducts(caller.access('products'), filter, sorting, { page, limit }));
  }

  @Post()
  @Responses({
    summary: 'Create a product',
    description: 'With a `recurring_interval` it is a subscription, without one it is paid once.',
    ok: { status: 201, view: ProductView },
    errors: { 403: NOT_PERMITTED },
  })
  @RequireScope('products:write')
  async create(
    @Input(CreateProductRequest) { body }: InputOf<typeof CreateProductRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<ProductView> {
    const organizationId = caller.organizationFor(body.organization_id, 'products');
    const id = await this.commands.execute(new CreateProduct(newProduct(body, organizationId)));
    return this.queries.execute(new GetProduct(caller.access('products'), id));
  }

  @Get(':id')
  @Responses({ summary: 'Get a product', ok: { status: 200, view: ProductView }, errors: { 404: NOT_FOUND } })
  @RequireScope(['products:read', 'products:write'])
  get(
    @Input(OneProductRequest) { path }: InputOf<typeof OneProductRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<ProductView> {
    return this.queries.execute(new GetProduct(caller.access('products'), path.id));
  }

  @Patch(':id')
  @Responses({
    summary: 'Update a product',
    description:
      '`prices` lists all that remain: those that are there by their `id`, and new ones; the others are archived. How often a product is paid for cannot be changed.',
    ok: { status: 200, view: ProductView },
    errors: { 403: NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope('products:write')
  async update(
    @Input(UpdateProductRequest) { path, body }: InputOf<typeof UpdateProductRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<ProductView> {
    const access = caller.access('products');
    await this.commands.execute(new UpdateProduct(access, path.id, productChanges(body)));
    return this.queries.execute(new GetProduct(access, path.id));
  }

  @Post(':id/benefits')
  @Responses({
    summary: 'Set the benefits of a product',
    description: 'In this order, instead of those before. Who bought the product is granted the new ones and loses the others.',
    ok: { status: 200, view: ProductView },
    errors: { 403: NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope('products:write')
  async updateBenefits(
    @Input(OfferBenefitsRequest) { path, body }: InputOf<typeof OfferBenefitsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<ProductView> {
    const access = caller.access('products');
    await this.commands.execute(new SetProductBenefits(access, path.id, body.benefits));
    return this.queries.execute(new GetProduct(access, path.id));
  }

  @Delete(':id')
  @Responses({
    summary: 'Delete a product',
    ok: { status: 204, view: null },
    errors: {
      403: NOT_PERMITTED,
      404: NOT_FOUND,
      409: ['ProductNotDeletable', 'Somebody bought it; it can be archived instead'],
    },
  })
  @RequireScope('products:write')
  async delete(
    @Input(OneProductRequest) { path }: InputOf<typeof OneProductRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    await this.commands.execute(new DeleteProduct(caller.access('products'), path.id));
  }
}
