import { existsSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100
const UTIME = 11

/**
 * CPU seconds used so far by a process and its descendants. Unlike wall-clock time, they do not depend on other load on
 * the machine.
 */
export function cpuSeconds(pid: number): number {
  // The program name comes first, in parentheses, and may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  const own = fields.slice(UTIME, UTIME + 4).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND
  return childrenOf(pid).reduce((sum, child) => sum + ofChild(child), own)
}

/** A child may end between the list and its turn; from then on its parent's seconds include it. */
function ofChild(pid: number): number {
  try {
    return cpuSeconds(pid)
  } catch (error) {
    if (existsSync(`/proc/${pid}`)) throw error
    return 0
  }
}

export function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.trim().split(/\s+/).filter(Boolean).map(Number)
}
