export interface FuzzedRequest {
  /** Method and path of the operation, as the OpenAPI document writes them. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
}

/** The provider ends what came of a code or a token that is misused, so its refusals may change something. */
export const isOfProvider = ({ operation }: Pick<FuzzedRequest, 'operation'>): boolean => / \/(v1\/)?oauth2\//.test(operation);
