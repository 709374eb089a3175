export { CUSTOM_FIELD_TYPES, CustomFieldSelectOption, CustomFieldView } from '../contract/custom-field.view.ts';
export { PriceView, SEAT_TIER_TYPES, TAX_BEHAVIORS, UNITS } from '../contract/price.view.ts';
export { ProductView } from '../contract/product.view.ts';
