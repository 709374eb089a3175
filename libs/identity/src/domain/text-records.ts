/** Port that asks nameservers for the text records of a domain. */
export abstract class TextRecords {
  /** None if the domain has none, does not exist, or if no nameserver responds in time. */
  abstract of(domain: string): Promise<readonly string[]>;
}
