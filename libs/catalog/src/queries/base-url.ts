/** The public base URL of the service, without a trailing slash. */
export abstract class BaseUrl {
  abstract readonly baseUrl: string;
}
