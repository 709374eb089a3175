export { noteReadsMany, noteTakesLonger, timeOfOrganization } from './request-contexts.ts';
export { Responses } from './responses.decorator.ts';
export { AuditedWithoutValues, NotAudited } from './attribution.ts';
export { BodyLimit, isLarge, closeAfterBody } from './body-limit.ts';
export { PublicBody } from './public-body.ts';
export { BodyBytes, type Bytes, TakesBytes } from './binary-body.ts';
export { type Content, ContentResponse, contentDisposition } from './content-response.ts';
export { bearerToken } from './credentials.ts';
export { RequestInvalid } from './errors.ts';
export { BodyFile, type FileLine, MalformedFile, RequestFile, TakesFile } from './file-body.ts';
export { defineRequest, type InputOf } from './request.ts';
export { errorView } from './error.views.ts';
export { type Columns, EXPORT_TYPES, exportFormat, streamedExport } from './exports.ts';
export { CsvBody, TakesCsv } from './csv-body.ts';
export { MAIL_LIMIT_EXCEEDED, MANAGEMENT_NOT_PERMITTED, NOT_PERMITTED, SALES_NOT_SHOWN } from './documented-errors.ts';
export { ClientOrigin, Idempotent, Intercepted, NotIdempotent } from './intercepted.decorator.ts';
export { Input } from './input.decorator.ts';
export { type ClientLimit, ClientLimits } from './client-limits.ts';
export { clientAddress } from './clients.ts';
export { isDryRun, LICENSE_DRY_RUN } from './dry-run.ts';
export {
  type CountedFailures,
  CurrentExchange,
  type Exchange,
  type FailureLimit,
  FailureLimits,
  type Origin,
} from './failure-limit.ts';
export { IsFromKnownDevice, KnownDevices } from './known-devices.ts';
export { type LimitedRouteConfig, Unlimited } from './limited-route.ts';
export { RateLimited } from './rate-limit.decorator.ts';
export { rateLimitHeaders } from './rate-limit-headers.ts';
export { openApi } from './open-api-schema.ts';
export { offsetOf, type Page, pageOf, type Paging, toPage } from './page.ts';
export { repeatable, type MetadataFilter, metadataFilter, paging, sorting } from './query-fields.ts';
export { type ShortLivedCookie, ShortLivedCookies } from './short-lived-cookies.ts';
export { AnswerSigner, type HeadersOfSignature, type Signable } from './answer-signature.ts';
export { LICENSE_NONCE, SignedAnswer } from './signed-answers.ts';
export { CurrentVersion } from './versions.ts';
export { StreamsLists } from './streamed-response.ts';
export { streamedLines, whenThereIsRoom } from './streamed-lines.ts';
