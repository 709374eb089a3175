import {
  boolean,
  country,
  describeResource,
  type Infer,
  metadata,
  nullable,
  object,
  oneOf,
  text,
  timestamp,
  uuid4,
  defineField,
  type Field,
} from '#platform/wire';

/** All formats of the reference API. Formats that cannot be validated are never returned. */
export const TAX_ID_FORMATS =
  'ad_nrt ae_trn ar_cuit au_abn au_arn bg_uic bh_vat bo_tin br_cnpj br_cpf ca_bn ca_gst_hst ca_pst_bc ca_pst_mb ca_pst_sk ca_qst ch_uid ch_vat cl_tin cn_tin co_nit cr_tin de_stn do_rcn ec_ruc eg_tin es_cif eu_oss_vat eu_vat gb_vat ge_vat hk_br hr_oib hu_tin id_npwp il_vat in_gst is_vat jp_cn jp_rn jp_trn ke_pin kr_brn kz_bin li_uid mk_vat mx_rfc my_frp my_itn my_sst ng_tin no_vat no_voec nz_gst om_vat pe_ruc ph_tin ro_tin rs_pib ru_inn ru_kpp sa_vat sg_gst sg_uen si_tin sv_nit th_vat tr_tin tw_vat ua_vat us_ein uy_ruc ve_rif vn_tin za_vat mu_tan'.split(
    ' ',
  );

const format = { $id: 'TaxIDFormat', type: 'string', enum: TAX_ID_FORMATS };

/** The normalized number and its format. */
export const TaxIdView: Field<readonly [string, string]> = defineField({
  schema: { type: 'array', prefixItems: [{ type: 'string' }, format], minItems: 2, maxItems: 2 },
  read: (input) => input as readonly [string, string],
});

export const AddressView = object(
  {
    line1: nullable(text()),
    line2: nullable(text()),
    postal_code: nullable(text()),
    city: nullable(text()),
    state: nullable(text()),
    country: country(),
  },
  'Address',
  {
    line1: 'The first line of the address, or `null`.',
    line2: 'The second line of the address, or `null`.',
    postal_code: { text: 'The postal code, or `null`.', example: '10115' },
    city: { text: 'The city, or `null`.', example: 'Berlin' },
    state: 'The state or province, or `null`. For the US and Canada an ISO 3166-2 code such as `US-NY`.',
    country: 'The country (ISO 3166-1 alpha-2).',
  },
);

/** A customer, as returned by operations on customers and inside other resources. */
export const CustomerView = object(
  {
    id: uuid4(),
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    metadata: metadata(),
    external_id: nullable(text()),
    email: nullable(text()),
    email_verified: boolean(),
    type: oneOf(['individual', 'team']),
    name: nullable(text()),
    billing_name: nullable(text()),
    billing_address: nullable(AddressView),
    tax_id: nullable(TaxIdView),
    locale: nullable(text()),
    organization_id: uuid4(),
    default_payment_method_id: nullable(uuid4()),
    deleted_at: nullable(timestamp()),
    first_user_event_at: nullable(timestamp()),
    avatar_url: nullable(text()),
  },
  'LicenseKeyCustomer',
  {
    ...describeResource('customer'),
    external_id: {
      text: 'The ID of the customer in your own system, or `null`. It is unique within the organization.',
      example: 'user-4711',
    },
    email: { text: 'The e-mail address, or `null`. It is unique within the organization.', example: 'jane@example.com' },
    email_verified: 'Whether the customer has signed in to the customer portal with this e-mail address.',
    type: 'Whether the customer is an individual or a team with members.',
    name: { text: 'The name of the customer, or `null`.', example: 'Jane Doe' },
    billing_name: 'The name on invoices, or `null`. The same as `name` unless the customer sets another one.',
    billing_address: 'The billing address, or `null`.',
    tax_id: 'The tax ID and its format, or `null`.',
    locale: { text: 'The language of the customer as a BCP 47 tag, or `null`.', example: 'en-GB' },
    default_payment_method_id: 'Always `null`: there are no payment methods.',
    deleted_at: 'When the customer was deleted, or `null`.',
    first_user_event_at: 'The time of the first event of the customer, or `null`. It can be before `created_at`.',
    avatar_url: 'The URL of an avatar image, or `null`.',
  },
);
export type CustomerView = Infer<typeof CustomerView>;
