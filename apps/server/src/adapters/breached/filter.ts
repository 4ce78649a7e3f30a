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
