import { plainForm } from '#transcript/words.ts'

/** How well a language knows a word. Names of the dictionary and words seldom written are rare. */
export type WordKind = 'unknown' | 'rare' | 'ordinary'

/** The words of a language in all their forms. Fewer than one unknown word in 1,000 is taken for a known one. */
export type WordList = {
  kindOf: (word: string) => WordKind
  isKnown: (word: string) => boolean
}

const SIZE_BYTES = 4
const KINDS: readonly WordKind[] = ['unknown', 'rare', 'ordinary']

/** Writes a list: the filter of ordinary words, then that of rare ones, each after its length. Words are by `plainForm`. */
export function writeWordList(ordinary: ReadonlySet<string>, rare: ReadonlySet<string>): Uint8Array {
  const parts = [ordinary, rare].map(buildBloom)
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + SIZE_BYTES + part.length, 0))
  let at = 0
  for (const part of parts) {
    viewOf(bytes).setUint32(at, part.length, true)
    bytes.set(part, at + SIZE_BYTES)
    at += SIZE_BYTES + part.length
  }
  return bytes
}

export function readWordList(bytes: Uint8Array): WordList {
  const ordinary = partAt(bytes, 0)
  const rare = partAt(bytes, SIZE_BYTES + ordinary.length)
  const kindOfPlain = (plain: string): WordKind => {
    if (isInBloom(ordinary, plain)) return 'ordinary'
    return isInBloom(rare, plain) ? 'rare' : 'unknown'
  }
  const kindOf = (word: string) => kindOfWord(bareWord(word), kindOfPlain)
  return { kindOf, isKnown: (word) => kindOf(word) !== 'unknown' }
}

/** Without outer punctuation, by `plainForm`. */
function bareWord(word: string): string {
  return plainForm(word).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
}

/** Single letters, and words with digits or without letters, are not words to look up. */
function kindOfWord(word: string, kindOf: (plain: string) => WordKind): WordKind {
  if (word.length < 2 || /\p{N}/u.test(word) || !/\p{L}/u.test(word)) return 'ordinary'
  const whole = kindOf(word)
  if (whole !== 'unknown' || !/\P{L}/u.test(word)) return whole
  return leastKnown(word.split(/\P{L}+/u).map((part) => kindOfWord(part, kindOf)))
}

/** A compound is as known as the least known of its parts. */
function leastKnown(kinds: readonly WordKind[]): WordKind {
  return KINDS.find((kind) => kinds.includes(kind)) ?? 'ordinary'
}

function partAt(bytes: Uint8Array, at: number): Uint8Array {
  const length = viewOf(bytes).getUint32(at, true)
  return bytes.subarray(at + SIZE_BYTES, at + SIZE_BYTES + length)
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength)

/** A Bloom filter: never misses a member, and takes a stranger for one at about one in 2,000. */
const BITS_PER_MEMBER = 16
const PROBES = 11

function buildBloom(members: ReadonlySet<string>): Uint8Array {
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

function isInBloom(bytes: Uint8Array, value: string): boolean {
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
