import type { Options } from '#features/upload/options/options.ts'
import { processOptions } from '#features/upload/options/process-options.ts'
import { codeOf } from '#lib/http/api-error.ts'
import { startProcessing } from '#lib/queries/scripts.ts'

type Way = { force?: boolean; again?: boolean }

/** Starts the processing of a file. A shared vocabulary that is gone meanwhile must not keep it from starting. */
export async function startWith(scriptId: string, options: Options, way: Way) {
  const start = (asked: Options) => startProcessing(scriptId, { ...processOptions(asked), ...way })
  try {
    return await start(options)
  } catch (error) {
    if (codeOf(error) !== 'notFound' || options.vocabularyIds.length === 0) throw error
    return start({ ...options, vocabularyIds: [] })
  }
}
