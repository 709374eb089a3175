/** How long a part of the service may take to respond to a check. */
const CHECK_MS = 2_000;

/** A part of the service did not respond to a check in time. */
export class NoResponse extends Error {
  /** `part` begins the sentence, and names the setting that leads to the part. */
  constructor(part: string) {
    super(`${part} did not respond within ${CHECK_MS / 1_000} seconds.`);
  }
}

/** Rejects with `NoResponse` if the check of a part takes longer than others wait for it. Its result is then of no interest any more. */
export async function withinTime<T>(part: string, check: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new NoResponse(part)), CHECK_MS);
  try {
    return await Promise.race([check, late]);
  } finally {
    clearTimeout(timer);
  }
}
