import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** Changes by a dishonest browser or authenticator. */
type Changes = {
  origin?: string
  challenge?: string
  rpId?: string
  counter?: number
  userHandle?: string
  isUserVerified?: boolean
  isBackupEligible?: boolean
  type?: string
}
type Options = Record<string, unknown>

const FLAGS = { present: 1, verified: 4, backupEligible: 8, attested: 64 }

export type Authenticator = ReturnType<typeof createAuthenticator>

/** A passkey in software: an ES256 key that answers the ceremonies of the Web Authentication API. */
export function createAuthenticator(publicUrl: string) {
  const { origin, hostname } = new URL(publicUrl)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0
  let userHandle = ''

  const common = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const }
  const clientData = (type: string, { challenge }: Options, changes: Changes) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...changes }))
  const authenticatorData = (changes: Changes, attested?: Buffer) => {
    const { rpId = hostname, isUserVerified = true, isBackupEligible = false } = changes
    const flags =
      FLAGS.present +
      (isUserVerified ? FLAGS.verified : 0) +
      (isBackupEligible ? FLAGS.backupEligible : 0) +
      (attested ? FLAGS.attested : 0)
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(changes.counter ?? counter, 1)
    return Buffer.concat([sha256(Buffer.from(rpId)), head, attested ?? Buffer.alloc(0)])
  }

  return {
    id: common.id,
    /** Answers `navigator.credentials.create`. */
    create: (options: Options, changes: Changes = {}) => {
      userHandle = (options.user as { id: string }).id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(changes, attested)],
      ])
      const response = {
        clientDataJSON: clientData('webauthn.create', options, changes).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      }
      return { ...common, response, clientExtensionResults: {} }
    },
    /** Answers `navigator.credentials.get`. */
    get: (options: Options, changes: Changes = {}) => {
      counter++
      const client = clientData('webauthn.get', options, changes)
      const data = authenticatorData(changes)
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
        userHandle: changes.userHandle ?? userHandle,
      }
      return { ...common, response, clientExtensionResults: {} }
    },
  }
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/** RFC 9053: an EC2 key on P-256 for ES256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

/** As much of RFC 8949 as passkeys need. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value])
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Map) return Buffer.concat([cborHead(5, value.size), ...[...value].flat().map(cbor)])
  throw new Error('Passkeys have no such value')
}

function cborHead(kind: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(kind << 5) | length])
  if (length < 256) return Buffer.from([(kind << 5) | 24, length])
  return Buffer.from([(kind << 5) | 25, length >> 8, length & 255])
}
