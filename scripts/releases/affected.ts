type Event = { introduced?: string; fixed?: string; last_affected?: string }

/** OSV: versions from `introduced` on, until `fixed`, or to `last_affected`. */
export type Range = { type: string; events: Event[] }

type Where = { ranges?: readonly Range[]; versions?: readonly string[] }

/** Whether an advisory concerns a version. */
export function isAffected(version: string, { ranges = [], versions = [] }: Where): boolean {
  if (versions.includes(version)) return true
  return ranges.some(({ type, events }) => type === 'SEMVER' && isWithin(version, events))
}

/** The last event at or before the version decides; the events are in order. */
function isWithin(version: string, events: readonly Event[]): boolean {
  let isIn = false
  for (const { introduced, fixed, last_affected: last } of events) {
    if (introduced !== undefined && (introduced === '0' || compareVersions(version, introduced) >= 0)) isIn = true
    if (fixed !== undefined && compareVersions(version, fixed) >= 0) isIn = false
    if (last !== undefined && compareVersions(version, last) > 0) isIn = false
  }
  return isIn
}

/** Semantic Versioning 2.0.0, §11: negative if the first is the lower one. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)]
  return (
    compareLists(a.core, b.core) ||
    Number(a.pre === undefined) - Number(b.pre === undefined) ||
    compareLists(a.pre ?? [], b.pre ?? [])
  )
}

function partsOf(version: string): { core: string[]; pre: string[] | undefined } {
  const [bare = ''] = version.split('+')
  const dash = bare.indexOf('-')
  if (dash < 0) return { core: bare.split('.'), pre: undefined }
  return { core: bare.slice(0, dash).split('.'), pre: bare.slice(dash + 1).split('.') }
}

function compareLists(one: readonly string[], other: readonly string[]): number {
  for (let n = 0; n < Math.max(one.length, other.length); n++) {
    const order = compareParts(one[n], other[n])
    if (order !== 0) return order
  }
  return 0
}

const NUMBER = /^\d+$/

/** Numbers come before words, and what is missing before both. */
function compareParts(one: string | undefined, other: string | undefined): number {
  if (one === other) return 0
  if (one === undefined) return -1
  if (other === undefined) return 1
  const [isNumber, isOtherNumber] = [NUMBER.test(one), NUMBER.test(other)]
  if (isNumber && isOtherNumber) return Number(one) - Number(other)
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1
  return one < other ? -1 : 1
}
