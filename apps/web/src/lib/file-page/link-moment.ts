/** A second, or a fragment that ends. */
export type LinkMoment = { startAt?: number | undefined; endAt?: number | undefined }

const TENTHS = 10

/** Reads `68.6` or `68.6-91.3` of an address; anything else points nowhere. */
export function readMoment(text: number | string = ''): LinkMoment {
  const [start = '', end, ...rest] = String(text).split('-')
  const startAt = secondsIn(start)
  const endAt = end === undefined ? undefined : secondsIn(end)
  if (startAt === undefined || rest.length > 0) return {}
  if (end === undefined) return { startAt }
  return endAt !== undefined && endAt > startAt ? { startAt, endAt } : {}
}

/** Writes it for an address. Tenths: a whole second may belong to the word before. */
export function writeMoment(start: number, end?: number): string {
  const from = Math.round(start * TENTHS) / TENTHS
  return end === undefined ? String(from) : `${from}-${Math.ceil(end * TENTHS) / TENTHS}`
}

function secondsIn(text: string): number | undefined {
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
}
