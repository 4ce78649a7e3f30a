/** All objects of processes begin with this. */
export const PROCESSES_PREFIX = 'processes/'

/** The process whose object has this key. */
export function processOfKey(key: string): string | undefined {
  return /^processes\/([\da-f-]{36})\/audio\.pcm$/.exec(key)?.[1]
}

/** The decoded samples; every task of a running process reads its range of them. */
export function samplesKey(processId: string): string {
  return `processes/${processId}/audio.pcm`
}
