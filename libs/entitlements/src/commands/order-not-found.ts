import { ResourceNotFound, ValidationFailed } from '#kernel';

/** Turns `ResourceNotFound` into an error of the field that names the order. */
export const orderNotFoundAt =
  (field: string, id: string) =>
  (error: unknown): never => {
    throw error instanceof ResourceNotFound ? ValidationFailed.at([field], 'Order does not exist.', id) : error;
  };
