import { vi } from 'vitest'

/**
 * How long tests wait for what they expect. A success ends the wait at once, so this only has to outlast the slowest
 * machine that runs the tests; anything shorter is a limit on time, and those belong to benches.
 */
export const PATIENCE_MS = 120_000

const { waitFor } = vi

vi.waitFor = (callback, options = {}) => {
  const { timeout = 0, interval } = typeof options === 'number' ? { timeout: options } : options
  return waitFor(callback, { timeout: Math.max(timeout, PATIENCE_MS), ...(interval !== undefined && { interval }) })
}
