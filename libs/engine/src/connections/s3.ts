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

/** Each download that the service sends holds a connection. */
const MAX_CONNECTIONS = 1000;
const CONNECT_MS = 3_000;
const SILENT_MS = 30_000;

export type S3Sdk = Awaited<ReturnType<typeof loadS3Sdk>>;

/** The SDK with a client, loaded when it is needed: who has no bucket does not pay for it. */
export async function loadS3Sdk({ endpoint, region, hasPathStyle, credentials }: S3Bucket) {
  const [s3, { Upload }, { getSignedUrl }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/lib-storage'),
    import('@aws-sdk/s3-request-presigner'),
  ]);
  const agent = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
  const client = new s3.S3Client({
    endpoint,
    region,
    forcePathStyle: hasPathStyle,
    credentials,
    // Files have digests of our own, and not every server knows those of AWS.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENT_MS, httpAgent: agent, httpsAgent: agent },
  });
  return { ...s3, Upload, getSignedUrl, client };
}
