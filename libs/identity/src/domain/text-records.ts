/** Port that asks nameservers for the text records of a domain. */
export abstract class TextRecords {
  /** None if the domain has none for certain, or does not exist. Null if nobody knows: no nameserver responds in time, or it fails. */
  abstract of(domain: string): Promise<readonly string[] | null>;
}
