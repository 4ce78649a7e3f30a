import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** Encrypts secrets that have to be readable again. `purpose` ties a secret to its column and owner. */
export type Secrets = {
  seal(secret: string, purpose: string): Buffer
  /** Throws if the secret was sealed for another purpose, was changed, or its key is gone. */
  open(sealed: Buffer, purpose: string): string
  /** Whether the key that sealed a secret is configured. */
  hasKeyOf(sealed: Buffer): boolean
}

const CIPHER = 'aes-256-gcm'
/** Every sealed secret begins with the id of its key. */
export const KEY_ID_BYTES = 4
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEADER_BYTES = KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES

/** The first key encrypts, all decrypt. Layout: key id, nonce, tag, ciphertext. */
export function createSecrets(base64Keys: readonly string[]): Secrets {
  const keys = base64Keys.map((text) => {
    const key = Buffer.from(text, 'base64')
    return { key, id: createHash('sha256').update(key).digest().subarray(0, KEY_ID_BYTES) }
  })
  const keyOf = (sealed: Buffer) => keys.find(({ id }) => id.equals(sealed.subarray(0, KEY_ID_BYTES)))
  return {
    seal: (secret, purpose) => {
      const [newest] = keys
      if (!newest) throw new Error('There is no key to encrypt with')
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, newest.key, nonce).setAAD(Buffer.from(purpose))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([newest.id, nonce, cipher.getAuthTag(), text])
    },
    open: (sealed, purpose) => {
      const found = keyOf(sealed)
      if (!found) throw new Error('The key of the secret is not configured')
      const nonce = sealed.subarray(KEY_ID_BYTES, KEY_ID_BYTES + NONCE_BYTES)
      const decipher = createDecipheriv(CIPHER, found.key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(sealed.subarray(KEY_ID_BYTES + NONCE_BYTES, HEADER_BYTES))
      return Buffer.concat([decipher.update(sealed.subarray(HEADER_BYTES)), decipher.final()]).toString('utf8')
    },
    hasKeyOf: (sealed) => keyOf(sealed) !== undefined,
  }
}
