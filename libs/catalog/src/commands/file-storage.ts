/** How much every organization may store. */
export abstract class FileStorage {
  abstract readonly bytesPerOrganization: number;
}
