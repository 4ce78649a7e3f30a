import { createHash } from 'node:crypto'

/** A Bloom filter: never misses a member, and takes a stranger for one at about one in 100,000. */
const BITS_PER_MEMBER = 24
const PROBES = 17
/** Both start values of the probes are six bytes of one hash. */
const PART_BYTES = 6

export function buildFilter(members: ReadonlySet<string>): Buffer {
  const filter = Buffer.alloc(Math.ceil((members.size * BITS_PER_MEMBER) / 8))
  for (const member of members)
    for (const bit of probesOf(member, filter.length * 8)) {
      const byte = Math.floor(bit / 8)
      filter.writeUInt8(filter.readUInt8(byte) | (1 << (bit % 8)), byte)
    }
  return filter
}

export function isInFilter(filter: Buffer, value: string): boolean {
  return probesOf(value, filter.length * 8).every(
    (bit) => (filter.readUInt8(Math.floor(bit / 8)) & (1 << (bit % 8))) !== 0,
  )
}

function probesOf(value: string, bits: number): number[] {
  const hash = createHash('sha256').update(value).digest()
  const [start, step] = [hash.readUIntLE(0, PART_BYTES), hash.readUIntLE(PART_BYTES, PART_BYTES)]
  return Array.from({ length: PROBES }, (_, probe) => (start + probe * step) % bits)
}

/** Shorter members of a list cannot be the core of an acceptable password. */
const SHORTEST = 6

/** The form in which a list's member is stored; undefined if it is too short to matter. */
export function memberOf(line: string): string | undefined {
  const member = line.trim().toLowerCase()
  return member.length < SHORTEST ? undefined : member
}

/**
 * The forms to look up. People meet composition rules by a capital letter and a sign at the end: «Password1!» is as
 * well known as «password1».
 */
export function formsOf(password: string): string[] {
  const lower = password.toLowerCase()
  const core = lower.replace(/[^\p{L}\p{N}]+$/u, '')
  return core.length < SHORTEST ? [lower] : [lower, core]
}
