/** What `demo.json` holds: everything that is needed to try the service out. Snake_case, as on the wire. */
export interface Demo {
  readonly base_url: string;
  readonly organization: { readonly id: string; readonly slug: string };
  readonly tokens: DemoTokens;
  readonly customer: { readonly id: string; readonly external_id: string; readonly email: string };
  readonly benefit: { readonly id: string };
  readonly license_keys: DemoLicenseKeys;
  readonly products: DemoProducts;
  readonly purchase: DemoPurchase;
  readonly customer_meters: DemoCustomerMeter;
  readonly seats: DemoSeats;
}

/** What the customer has used of a meter. */
export interface DemoCustomerMeter {
  readonly id: string;
  readonly meter_id: string;
  readonly customer_id: string;
  readonly external_customer_id: string;
}

/** A subscription for seats of the seat-based product, and three invitations that are renewed at each start. */
export interface DemoSeats {
  readonly subscription_id: string;
  readonly invitation_tokens: readonly string[];
}

export interface DemoTokens {
  /** All scopes; so has `pat`, which is the owner's own. */
  readonly oat: string;
  readonly pat: string;
  readonly oat_read_only: string;
  readonly oat_no_scopes: string;
  readonly oat_other_organization: string;
  /** The customer's own, and that of the same person as a member; an hour from each start. */
  readonly customer_session: string;
  readonly member_session: string;
}

export type DemoSessions = Pick<DemoTokens, 'customer_session' | 'member_session'>;

export interface DemoLicenseKey {
  readonly id: string;
  readonly key: string;
  readonly customer_id: string;
  readonly benefit_id: string;
}

export interface DemoLicenseKeys {
  readonly active: DemoLicenseKey;
  readonly no_activations: DemoLicenseKey;
  readonly revoked: DemoLicenseKey;
  readonly disabled: DemoLicenseKey;
  readonly expired: DemoLicenseKey;
  readonly limit_reached: DemoLicenseKey;
  readonly usage_limited: DemoLicenseKey & { readonly remaining: number };
}

export interface DemoProducts {
  readonly one_time_id: string;
  readonly recurring_id: string;
  readonly seat_based_id: string;
  readonly archived_id: string;
  readonly draft_id: string;
  /** Comes with a license key of the benefit; a seat of the seat-based one does as well. */
  readonly benefit_product_id: string;
}

/** What the customer bought, and the key that came with it. */
export interface DemoPurchase {
  readonly order_id: string;
  readonly product_id: string;
  readonly customer_id: string;
  readonly license_key: { readonly id: string; readonly key: string };
}
