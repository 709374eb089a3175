export { canonicalJson } from './canonical-json.ts';
export { type JsonLimits, jsonLimitsOf, JsonScan, parseJson, SMALL_JSON, TooMuchJson } from './json-limits.ts';
export { JsonText } from './json-text.ts';
