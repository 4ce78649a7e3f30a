export type Clock = {
  now: () => number
  advance(milliseconds: number): void
  set(moment: number): void
  reset(): void
}

/** The simulator's own time: that of `base`, moved by tests. */
export function createClock(base: () => number): Clock {
  let offset = 0
  return {
    now: () => base() + offset,
    advance: (milliseconds) => void (offset += milliseconds),
    set: (moment) => void (offset = moment - base()),
    reset: () => void (offset = 0),
  }
}
