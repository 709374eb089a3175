import { PublicOrganizationView } from '#organizations/views';
import { type Infer, list, object } from '#platform/wire';
import { PublicProductView } from '../views/public-product.view.ts';

export const PortalOrganizationView = object(
  { organization: PublicOrganizationView, products: list(PublicProductView) },
  'CustomerOrganizationData',
  { organization: 'The organization.', products: 'The public products of the organization.' },
);
export type PortalOrganizationView = Infer<typeof PortalOrganizationView>;
