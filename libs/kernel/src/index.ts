export { Access, OrganizationBlocked } from './access.ts';
export { type Address, invalidState, unknownStateOf, withKnownState } from './address.ts';
export { AggregateRoot, DomainEvent, type EventPayload, type JsonValue, onNewEvent } from './aggregate-root.ts';
export { type AddedFields, API_VERSIONS, type ApiVersion, FIRST_API_VERSION, isApiVersion } from './api-version.ts';
export { applyChanges, isSameValue } from './apply-changes.ts';
export { Clock, WallClock } from './clock.ts';
export { csvLine } from './csv-line.ts';
export { DEFAULT_COLOR, inkOn, rgbOf, WHITE } from './colors.ts';
export { type ChangedFields, changedFields } from './changed-fields.ts';
export { columnsIn, CsvReader, type CsvRecord, csvRecords, fieldName, fieldsIn, MalformedCsv } from './csv.ts';
export { CustomerAccess, type MemberRole } from './customer-access.ts';
export { endOfDay, isDay, isoTimeIn } from './days.ts';
export { computeInSlices, forEachInSlices, mapInSlices, pause, replaceInSlices, restBetweenSlices } from './in-slices.ts';
export { isoTime } from './iso-time.ts';
export { type JsonLimits, jsonLimitsOf, JsonScan, MAX_JSON_DEPTH, parseJson, SMALL_JSON, TooMuchJson } from './json-limits.ts';
export { formattedForm, hasDefaultFormat, normalForm, plainForm, trimCopied, withoutBidiControls } from './typed-text.ts';
export type { KeyFormat } from './key-format.ts';
export { type EncryptedSecret, Secrets } from './secrets.ts';
export { type NewToken, SignInCodes, type SignInUse, type StoredCode, Tokens, type TokenUse, type TypedCode } from './tokens.ts';
export { knownLocale, type Language, LANGUAGES } from './languages.ts';
export { CODE_LIFETIME, EMAIL_CHANGE_LIFETIME, MEMBER_INVITATION_LIFETIME, SEAT_INVITATION_LIFETIME } from './lifetimes.ts';
export { Mailer } from './mailer.ts';
export { type Email, type EmailPart, MailTemplate, mailTemplates, type Sender, SERVICE, SERVICE_NAME } from './mail-template.ts';
export { type IntendedMail, MailLimits } from './mail-limits.ts';
export { NO_ORGANIZATION } from './no-organization.ts';
export { PortalUrl, ServiceUrl } from './service-urls.ts';
export { anonymizedEmail, pseudonymOf } from './pseudonym.ts';
export { isRecentSignIn } from './recent-sign-in.ts';
export type { CredentialsToEnd, ProviderAccess } from './provider-access.ts';
export { derivedId, newId, secretBytes, SeededRandomness, withRandomness } from './randomness.ts';
export {
  BadRequest,
  fieldError,
  ValidationFailed,
  NotPermitted,
  type FieldError,
  Conflict,
  DomainError,
  type DomainErrorKind,
  ResourceNotFound,
} from './domain-error.ts';
export {
  findReservation,
  MOST_RESERVATIONS,
  listedReservations,
  type Reservation,
  ReservationNotFound,
  type ReservationRequest,
  type Reservations,
  unitsReserved,
  withoutReservation,
  withReservation,
} from './reservations.ts';
export { isStorable } from './storable.ts';
export type { Sync } from './sync.ts';
export { EncodingDetector, textOf, UnknownEncoding } from './text-encoding.ts';
export { asUuid, digestUuid, isUuid } from './uuid.ts';
export { type LimitWindow, TooManyRequests } from './too-many-requests.ts';
export { renameKeys, toCamelCase, toSnakeCase } from './snake-case.ts';
