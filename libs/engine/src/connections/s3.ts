/** A bucket of S3, or of a server with the same API. */
export interface S3Bucket {
  readonly bucket: string;
  /** Undefined for AWS. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** The bucket is in the path of addresses, not in the host name. */
  readonly hasPathStyle: boolean;
  /** Before the key of every object. */
  readonly prefix: string;
  readonly encryption: 'AES256' | 'aws:kms' | undefined;
  /** Undefined for those that the SDK finds: in its own variables and files, or from the platform. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  /** The setting that names the bucket. */
  readonly setting: 'MEDIA_S3_BUCKET' | 'EVENTS_SINK_S3_BUCKET';
}

export interface MediaBucket extends S3Bucket {
  /** Whether downloads lead to the bucket. */
  readonly redirects: boolean;
}

interface Failure {
  readonly name?: string;
  readonly code?: string;
  readonly message?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** The bucket could not do what it was asked. */
export class S3Unavailable extends Error {
  /** What is wrong does not pass by itself: credentials, permissions, or the bucket. */
  readonly isRefused: boolean;

  constructor({ bucket, setting }: S3Bucket, reason: unknown) {
    const { name, code, message, $metadata } = reason as Failure;
    const status = $metadata?.httpStatusCode;
    const detail = [...new Set([status && `status ${status}`, code ?? name, message])].filter(Boolean).join(', ');
    super(`The bucket ${bucket} of ${setting} fails: ${detail}.`, { cause: reason });
    this.isRefused = status !== undefined && status >= 300 && status < 500 && status !== 408 && status !== 429;
  }
}
