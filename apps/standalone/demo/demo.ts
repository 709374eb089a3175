/** The content of `demo.json`: ids, keys and tokens to try the service with. Names are in snake_case, as in the API. */
export interface Demo {
  readonly base_url: string;
  readonly organization: { readonly id: string; readonly slug: string };
  /** The user who owns the organization and `tokens.pat`. */
  readonly owner: DemoOwner;
  /** The owner of `tokens.oat_other_organization`. */
  readonly other_organization: { readonly id: string };
  readonly tokens: DemoTokens;
  /** An application that signs users in, in a demo that was made by this version or a later one. */
  readonly oidc?: DemoApplication;
  /** When the access tokens expire. A start renews those that expire within a day. */
  readonly tokens_expire_at: string;
  readonly customer: { readonly id: string; readonly external_id: string; readonly email: string };
  readonly benefit: { readonly id: string };
  readonly downloads: DemoDownloads;
  readonly license_keys: DemoLicenseKeys;
  readonly products: DemoProducts;
  readonly purchase: DemoPurchase;
  readonly customer_meters: DemoCustomerMeter;
  readonly seats: DemoSeats;
}

/** A registered application: what an OpenID Connect library needs. Its redirect address is `http://localhost:8080/callback`. */
export interface DemoApplication {
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret: string;
}

/** A user who can sign in with a password. */
export interface DemoOwner {
  readonly id: string;
  readonly email: string;
  readonly password: string;
}

/** A benefit of one small file. The purchase grants it. */
export interface DemoDownloads {
  readonly benefit_id: string;
  readonly file_id: string;
}

/** The usage of a meter by the customer. */
export interface DemoCustomerMeter {
  readonly id: string;
  readonly meter_id: string;
  readonly customer_id: string;
  readonly external_customer_id: string;
}

/** A subscription with seats of the seat-based product, and three unused invitations that each start renews. */
export interface DemoSeats {
  readonly subscription_id: string;
  readonly invitation_tokens: readonly string[];
}

export interface DemoTokens {
  /** Has all scopes, as does `pat`, the personal access token of the owner. */
  readonly oat: string;
  readonly pat: string;
  readonly oat_read_only: string;
  readonly oat_no_scopes: string;
  readonly oat_other_organization: string;
  /** The token of the application of `oidc`, which acts for the owner of the organization. */
  readonly oidc?: string;
  /** Sessions of the customer, and of the same person as a member. They last one hour from each start. */
  readonly customer_session: string;
  readonly member_session: string;
}

/** Access tokens; their comments begin with "Demo". */
export type DemoAccessTokens = Omit<DemoTokens, keyof DemoSessions>;

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
  /** Grants a license key of the benefit, as does each seat of the seat-based product. */
  readonly benefit_product_id: string;
}

/** An order of the customer, and the license key that it granted, beside the downloads. */
export interface DemoPurchase {
  readonly order_id: string;
  readonly product_id: string;
  readonly customer_id: string;
  readonly license_key: { readonly id: string; readonly key: string };
}
