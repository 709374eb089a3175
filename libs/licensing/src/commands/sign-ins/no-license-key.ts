import { ResourceNotFound } from '#kernel';

/** The person who signed in has no license key that the application asked for and that could be used. */
export class NoLicenseKey extends ResourceNotFound {
  override readonly code = 'NO_LICENSE_KEY';

  constructor() {
    super('Whoever signed in has no license key for this application.');
  }

  override get error(): string {
    return 'ResourceNotFound';
  }
}
