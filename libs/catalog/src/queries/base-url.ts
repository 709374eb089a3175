/** Where the service is found from outside; without a closing slash. */
export abstract class BaseUrl {
  abstract readonly baseUrl: string;
}
