/** How HTTP shows what this context owns: what views of other contexts embed, and the queries that read it by id. */
export { FindOrganizationViews } from './find-organization-views.ts';
export { asSeller, PublicOrganizationView, SellerView } from './public-organization.view.ts';
