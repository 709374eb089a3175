import { ResourceNotFound } from '#kernel';
import { CliError } from '../process/index.ts';

/** Replaces `ResourceNotFound` with a sentence: `Organization acme was not found.` */
export async function orNotFound<T>(what: string, outcome: Promise<T>): Promise<T> {
  try {
    return await outcome;
  } catch (error) {
    throw error instanceof ResourceNotFound && error.error === 'ResourceNotFound'
      ? new CliError(`${what} was not found.`)
      : error;
  }
}
