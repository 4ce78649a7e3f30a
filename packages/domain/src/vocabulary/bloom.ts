/** A Bloom filter: never misses a member, and takes a stranger for one at about one in 2,000. */
const BITS_PER_MEMBER = 16
const PROBES = 11

export function buildBloom(members: ReadonlySet<string>): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((members.size * BITS_PER_MEMBER) / 8))
  const bits = bytes.length * 8
  for (const member of members) {
    const { first, step } = hashesOf(member)
    for (let probe = 0; probe < PROBES; probe++) {
      const bit = (first + probe * step) % bits
      bytes[bit >>> 3] = (bytes[bit >>> 3] ?? 0) | (1 << (bit & 7))
    }
  }
  return bytes
}

export function isInBloom(bytes: Uint8Array, value: string): boolean {
  const bits = bytes.length * 8
  if (bits === 0) return false
  const { first, step } = hashesOf(value)
  for (let probe = 0; probe < PROBES; probe++) {
    const bit = (first + probe * step) % bits
    if (((bytes[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) return false
  }
  return true
}

/** Two hashes of 32 bits, quick and the same in every engine; no secret depends on them. */
function hashesOf(value: string): { first: number; step: number } {
  let one = 0xdeadbeef
  let two = 0x41c6ce57
  for (let index = 0; index < value.length; index++) {
    const unit = value.charCodeAt(index)
    one = Math.imul(one ^ unit, 0x9e3779b1)
    two = Math.imul(two ^ unit, 0x5f356495)
  }
  return { first: mixed(one, two), step: mixed(two, one) }
}

const mixed = (value: number, other: number) =>
  (Math.imul(value ^ (value >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35)) >>> 0
