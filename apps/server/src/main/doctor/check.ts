/** `wrong` needs the operator; a `note` may be meant so. Both name the next step. */
export type Finding = { state: 'ok' | 'note' | 'wrong'; text: string; remedy?: string }

/** Looks at one thing. What it throws, and an answer that does not come in time, are wrong. */
export type Check = {
  topic: string
  name: string
  /** For a failure that the check itself does not explain. */
  remedy: string
  seconds?: number
  run: (signal: AbortSignal) => Promise<Finding | Finding[]>
}

export const ok = (text: string): Finding => ({ state: 'ok', text })
export const note = (text: string, remedy: string): Finding => ({ state: 'note', text, remedy })
export const wrong = (text: string, remedy: string): Finding => ({ state: 'wrong', text, remedy })

const SECONDS = 15

export async function findingsOf({ name, remedy, seconds = SECONDS, run }: Check): Promise<Finding[]> {
  const late = new AbortController()
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const reason = new Error(`no answer within ${seconds} s`)
    late.abort(reason)
    reject(reason)
  }, seconds * 1000)
  try {
    return [await Promise.race([run(late.signal), promise])].flat()
  } catch (error) {
    return [wrong(`${name}: ${reasonOf(error)}`, remedy)]
  } finally {
    clearTimeout(timer)
  }
}

/** The code of the innermost cause, else the first line of its message. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return reasonOf(error.cause)
  return codeOf(error) || (error.message.split('\n')[0] ?? error.name)
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
