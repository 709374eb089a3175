export { type JsonLimits, jsonLimitsOf, JsonScan, MAX_JSON_DEPTH, parseJson, SMALL_JSON, TooMuchJson } from './json-limits.ts';
