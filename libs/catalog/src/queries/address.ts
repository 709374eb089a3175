/** Where the service is found from outside; without a closing slash. */
export abstract class Address {
  abstract readonly baseUrl: string;
}
