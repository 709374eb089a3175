import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import {
  Responses,
  Input,
  type InputOf,
  MANAGEMENT_NOT_PERMITTED,
  type Page,
  pageOf,
  Idempotent,
  NotIdempotent,
} from '#platform/http';
import { CreateProduct } from '../../commands/create-product.ts';
import { DeleteProduct } from '../../commands/delete-product.ts';
import { SetProductBenefits } from '../../commands/set-product-benefits.ts';
import { UpdateProduct } from '../../commands/update-product.ts';
import { GetProduct } from '../../queries/get-product.ts';
import { ListProducts } from '../../queries/list-products.ts';
import { ProductView } from '../../views/product.view.ts';
import {
  CreateProductRequest,
  ListProductsRequest,
  newProduct,
  OfferBenefitsRequest,
  OneProductRequest,
  productChanges,
  UpdateProductRequest,
} from './products.dto.ts';

const NOT_FOUND = ['ResourceNotFound', 'The product does not exist, is deleted or belongs to another organization.'] as const;

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
    description:
      'Returns the products of all organizations that the caller can access, newest first by default. Archived products are included unless `is_archived` is `false`.',
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
  @Idempotent()
  @Responses({
    summary: 'Create a product',
    description:
      'Creates a product with its prices. With `recurring_interval` the product is a subscription, without it a one-time purchase. Add benefits with a separate request. Publishes `product.created`.',
    ok: { status: 201, view: ProductView },
    errors: { 403: MANAGEMENT_NOT_PERMITTED },
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
  @Responses({
    summary: 'Get a product',
    description: 'Returns a product with its prices, benefits, images and custom fields. Deleted products are not found.',
    ok: { status: 200, view: ProductView },
    errors: { 404: NOT_FOUND },
  })
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
      'Changes the fields that are sent. `null` clears the description and the trial; other fields that are `null` stay as they are. `prices` lists all prices to keep: existing ones by `id`, and new ones; the others are archived. The billing period cannot be changed. Publishes `product.updated`.',
    ok: { status: 200, view: ProductView },
    errors: { 403: MANAGEMENT_NOT_PERMITTED, 404: NOT_FOUND },
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
  @NotIdempotent('It replaces the benefits: the same request again sets the same ones.')
  @Responses({
    summary: 'Set the benefits of a product',
    description:
      'Replaces the benefits of a product, in the order given. Existing customers of the product are granted the new benefits and lose those that are removed (unless `existing_customers` is `keep`), shortly after the response. What they keep stays with them until the benefit is added to the product again and removed. Publishes `product.updated`.',
    ok: { status: 200, view: ProductView },
    errors: { 403: MANAGEMENT_NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope('products:write')
  async updateBenefits(
    @Input(OfferBenefitsRequest) { path, query, body }: InputOf<typeof OfferBenefitsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<ProductView> {
    const access = caller.access('products');
    await this.commands.execute(new SetProductBenefits(access, path.id, body.benefits, query.existing_customers));
    return this.queries.execute(new GetProduct(access, path.id));
  }

  @Delete(':id')
  @Responses({
    summary: 'Delete a product',
    description:
      'Deletes a product that was never bought. Archive a product that was bought instead. Publishes `product.updated`.',
    ok: { status: 204, view: null },
    errors: {
      403: MANAGEMENT_NOT_PERMITTED,
      404: NOT_FOUND,
      409: ['ProductNotDeletable', 'The product was bought. It can be archived instead.'],
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
