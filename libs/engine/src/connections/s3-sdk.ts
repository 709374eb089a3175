import type { S3Bucket } from './s3.ts';

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
