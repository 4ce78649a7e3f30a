const LONGEST = 64
const NAME = /^[A-Z][\w+-]*(\/[\w+-]+)*$/i

/** The IANA name of a time zone, as a browser tells it; undefined if there is no such zone. */
export function timeZoneOf(name: unknown): string | undefined {
  // Distances from UTC such as +03:00 would be accepted, too.
  if (typeof name !== 'string' || name.length > LONGEST || !NAME.test(name)) return undefined
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format()
    return name
  } catch {
    return undefined
  }
}
