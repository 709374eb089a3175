/** Where users find the service. */
export abstract class ServiceUrl {
  abstract readonly baseUrl: string;
}
