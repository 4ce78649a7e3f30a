export const rates = [0.75, 1, 1.25, 1.5, 1.75, 2] as const

type Memory = Pick<Storage, 'getItem' | 'setItem'>

const RATE_KEY = 'playerRate'

/** The last playback rate of this browser; an unknown one falls back to the default. */
export function recallRate(memory: Memory): number {
  return rates.find((rate) => String(rate) === memory.getItem(RATE_KEY)) ?? 1
}

export function rememberRate(memory: Memory, rate: number) {
  memory.setItem(RATE_KEY, String(rate))
}
