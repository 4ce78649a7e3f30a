export const rates = [0.75, 1, 1.25, 1.5, 1.75, 2] as const

type Memory = Pick<Storage, 'getItem' | 'setItem'>

const RATE_KEY = 'playerRate'

/** The speed this browser listened at last; what is no speed of ours is the usual one. */
export function recallRate(memory: Memory): number {
  return rates.find((rate) => String(rate) === memory.getItem(RATE_KEY)) ?? 1
}

export function rememberRate(memory: Memory, rate: number) {
  memory.setItem(RATE_KEY, String(rate))
}
