import type { ErrorCode } from '@doslovno/domain/errors.ts'

import type { Outcome } from '#adapters/sandbox/index.ts'
import { AppError } from '#platform/errors.ts'
import { whyUnwritable } from '#platform/process/work-folder.ts'
import { OutOfResources } from '#platform/transient.ts'

/** `timeout` reports its limit by 124; a signal ends a program with 128 + its number. */
const TIMED_OUT = 124
const KILLED = 128 + 9

type Failed = { outcome: Outcome; outDir?: string | undefined }

/**
 * The error of a program that did not succeed. Only an `AppError` blames the file. A folder that cannot be written
 * to and a kill, usually for want of memory, are transient. A timeout is retried like any bug, and a file that always times out fails as ours.
 */
export async function failureOf({ outcome, outDir }: Failed, blame: ErrorCode): Promise<Error> {
  const { exitCode, stderr } = outcome
  const cause = new Error(`exit ${exitCode}: ${stderr.slice(0, 500)}`)
  if (exitCode === TIMED_OUT) return new Error('The media program timed out', { cause })
  if (exitCode === KILLED) return new OutOfResources('ENOMEM', 'The media program was killed', { cause })
  return (outDir && (await whyUnwritable(outDir))) || new AppError(blame, { cause })
}
