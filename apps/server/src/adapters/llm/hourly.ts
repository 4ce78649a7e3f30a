const HOUR_MS = 3600_000

/** A value that is believed for an hour. */
export function createHourly<Value>(now: () => number) {
  let known: { value: Value; until: number } | undefined
  return {
    get: (): Value | undefined => (known && now() < known.until ? known.value : undefined),
    /** The last value, believed or not. */
    last: (): Value | undefined => known?.value,
    /** Starts a new hour. */
    set: (value: Value): void => void (known = { value, until: now() + HOUR_MS }),
    /** Changes the value within its hour. */
    change: (value: Value): void => void (known = { value, until: known?.until ?? now() + HOUR_MS }),
  }
}
