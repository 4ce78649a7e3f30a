import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

import { brand } from '@doslovno/texts/brand.ts'

const STEP_SECONDS = 30
const DIGITS = 6
const SECRET_BYTES = 20
/** Clocks may be one step apart. */
const DRIFTS = [0, -1, 1]

/** Base32 of RFC 4648, as authenticator apps expect it. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function newTotpSecret(): string {
  return toBase32(randomBytes(SECRET_BYTES))
}

/** The link that an authenticator app reads from the QR code. */
export function totpUrl(secret: string, account: string): string {
  const label = [brand.name, account].map(encodeURIComponent).join(':')
  const settings = { algorithm: 'SHA1', digits: String(DIGITS), period: String(STEP_SECONDS) }
  // Apps do not read a plus as a space.
  const params = new URLSearchParams({ secret, issuer: brand.name, ...settings }).toString().replaceAll('+', '%20')
  return `otpauth://totp/${label}?${params}`
}

/** The time step that a code belongs to; undefined for a wrong code. Takes the same time for every code. */
export function stepOf(code: string, secret: string, now: Date): number | undefined {
  const current = Math.floor(now.getTime() / 1000 / STEP_SECONDS)
  const steps = DRIFTS.map((drift) => current + drift)
  return steps.filter((step) => isSame(totpCode(secret, step), code))[0]
}

/** RFC 6238 with SHA-1; `digits` is for the vectors of the RFC. */
export function totpCode(secret: string, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 15
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}

export function toBase32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
