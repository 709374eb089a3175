import { CliError } from '../process/index.ts';

/** The license key that was explained is refused. */
export class KeyRefused extends CliError {
  override readonly exitCode = 3;
}

/** The service refused the request (4xx): it is wrong, or the token may not do it. */
export class RequestRefused extends CliError {
  override readonly exitCode = 4;

  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** The service failed (5xx): a later request may succeed. */
export class ServiceFailed extends CliError {
  override readonly exitCode = 5;
}

/** There was no response in time. */
export class ServiceUnreachable extends CliError {
  override readonly exitCode = 6;
}

/** The organization does not have what the file of a catalog says. */
export class CatalogDiffers extends CliError {
  override readonly exitCode = 7;
}
