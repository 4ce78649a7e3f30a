import { S3Client } from '@aws-sdk/client-s3'

import type { Config } from '#platform/config.ts'

/** `idleMs` without a byte end a call; a long upload or download goes on as long as bytes flow. */
export const TIMEOUTS = { connectMs: 5000, idleMs: 20_000, isUpMs: 5000 }

export function connect(config: Config['storage'], endpoint: string, { connectMs, idleMs } = TIMEOUTS): S3Client {
  return new S3Client({
    requestHandler: { connectionTimeout: connectMs, socketTimeout: idleMs },
    // Jobs and clients try again; a silent store must not hold a call for long.
    maxAttempts: 2,
    endpoint,
    region: config.region,
    forcePathStyle: true,
    credentials: { accessKeyId: config.accessKey, secretAccessKey: config.secretKey },
    // Ceph 16 does not know the checksums of newer S3.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

/** The store lacks the feature or the permission: do not retry. */
export function isRefusal(error: unknown): boolean {
  const status = statusOf(error) ?? 500
  return status === 501 || (status >= 400 && status < 500)
}

/** Undefined if the store did not answer. */
export const statusOf = (error: unknown) =>
  error instanceof Error && '$metadata' in error
    ? (error.$metadata as { httpStatusCode?: number }).httpStatusCode
    : undefined
