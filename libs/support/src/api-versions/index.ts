export { type AddedFields, API_VERSIONS, type ApiVersion, FIRST_API_VERSION, isApiVersion } from './api-version.ts';
export { bodyIn } from './api-version.ts';
