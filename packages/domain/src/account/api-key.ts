/** `dsl_`, 30 random characters, 6 characters of checksum. Scanners for leaked secrets know keys by this form. */
const PREFIX = 'dsl_'
const FORM = /^dsl_[0-9A-Za-z]{36}$/

export const KEY_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 178 random bits. */
export const KEY_SECRET_LENGTH = 30
const CHECKSUM_LENGTH = 6
const SHOWN_LENGTH = 4

/** The key of a secret: `KEY_SECRET_LENGTH` random characters of `KEY_ALPHABET`. */
export function apiKeyFrom(secret: string): string {
  return `${PREFIX}${secret}${checksumOf(secret)}`
}

/** Whether a text can be a key at all: a typo is refused without a query. */
export function isApiKey(text: string): boolean {
  return FORM.test(text) && text === apiKeyFrom(text.slice(PREFIX.length, -CHECKSUM_LENGTH))
}

/** Enough for its owner to recognise a key: dsl_••••1a2B. */
export function maskApiKey(key: string): string {
  return `${PREFIX}••••${key.slice(-SHOWN_LENGTH)}`
}

function checksumOf(secret: string): string {
  return inBase62(crc32(secret)).padStart(CHECKSUM_LENGTH, '0')
}

function inBase62(value: number): string {
  const { length } = KEY_ALPHABET
  const last = KEY_ALPHABET.charAt(value % length)
  return value < length ? last : `${inBase62(Math.floor(value / length))}${last}`
}

const POLYNOMIAL = 0xedb88320

/** CRC-32 as in ZIP and PNG, bit by bit: keys are short. */
function crc32(ascii: string): number {
  let crc = 0xffffffff
  for (let index = 0; index < ascii.length; index++) {
    crc ^= ascii.charCodeAt(index)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? POLYNOMIAL : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
