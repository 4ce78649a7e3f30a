import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'

import { statusOf } from '#adapters/storage/connect.ts'
import { createStorage, type Storage } from '#adapters/storage/index.ts'
import type { Config } from '#platform/config.ts'

import { ask, isOwnAddress, LONG_BODY_BYTES, OWN_ADDRESS, type Reply } from './ask.ts'
import { type Check, type Finding, note, ok, reasonOf, wrong } from './check.ts'
import { clockFinding } from './clock.ts'

const TIMEOUTS = { connectMs: 3000, idleMs: 5000, isUpMs: 3000 }

export function storeChecks(config: Config): Check[] {
  const storage = createStorage(config.storage, TIMEOUTS)
  const check = { topic: 'store', remedy: 'see that the store of S3_ENDPOINT runs: docker compose logs store' }
  return [
    { ...check, name: 'the clock of the store', run: (signal) => compareClocks(config, signal) },
    { ...check, name: 'the bucket', run: () => tryBucket(config, storage) },
    { ...check, name: 'uploads of browsers', seconds: 60, run: (signal) => uploadAsBrowser(config, storage, signal) },
  ]
}

/** Old versions of such keys live for a day. */
const probeKey = () => `exports/doctor-${randomUUID()}`

async function compareClocks({ storage: { endpoint } }: Config, signal: AbortSignal): Promise<Finding[]> {
  const before = new Date()
  const reply = await ask(endpoint, { signal }).catch(() => undefined)
  const after = new Date()
  const date = reply?.headers.get('date')
  return date ? [clockFinding('the store', new Date(date), { before, after })] : []
}

async function tryBucket({ storage: { endpoint, bucket } }: Config, storage: Storage): Promise<Finding> {
  const key = probeKey()
  let doing = 'write'
  try {
    await storage.parts.drop(key, await storage.parts.begin(key, 'text/plain'))
    await storage.put(key, Readable.from([Buffer.from('doctor')]), { contentType: 'text/plain' })
    doing = 'list and read'
    for await (const _ of storage.list(key));
    await storage.readRange(key, 0, 1)
    doing = 'delete'
    await storage.remove(key)
    return ok(`bucket ${bucket} at ${endpoint}: written, listed, read and deleted`)
  } catch (error) {
    return refusal(error, { doing, endpoint, bucket })
  } finally {
    await removeVersions(storage, key)
  }
}

/** Removes what a bucket with versions keeps of an object. */
async function removeVersions(storage: Storage, key: string): Promise<void> {
  try {
    for await (const { versions } of storage.versions.list(key))
      for (const { id } of versions) await storage.versions.remove(key, id)
  } catch {
    // A store without versions, or no right to list them: the bucket's rules end them.
  }
}

type Refused = { doing: string; endpoint: string; bucket: string }

/** Decides by the codes of S3; a store that does not answer has none. */
function refusal(error: unknown, { doing, endpoint, bucket }: Refused): Finding {
  const name = error instanceof Error ? error.name : ''
  const at = `the store at ${endpoint}`
  switch (name) {
    case 'InvalidAccessKeyId':
    case 'SignatureDoesNotMatch':
      return wrong(
        `${at} refuses ${name === 'InvalidAccessKeyId' ? 'S3_ACCESS_KEY' : 'S3_SECRET_KEY'} (${name})`,
        'set both keys in .env; without them they are those in the volume «secrets», which belongs to the volume «store» made with it',
      )
    case 'AccessDenied':
    case 'Forbidden':
      return wrong(
        `${at} does not let S3_ACCESS_KEY ${doing} in the bucket ${bucket} (${name})`,
        `give the key the rights to ${RIGHTS} there, by the bucket’s policy or the user’s`,
      )
    case 'NoSuchBucket':
      return wrong(`${at} has no bucket ${bucket}`, 'make it: docker compose up bucket; or correct S3_BUCKET')
    case 'RequestTimeTooSkewed':
      return wrong(`${at} refuses the clock of this machine`, 'set it by NTP: timedatectl set-ntp true')
    default:
      return wrong(
        `${at} cannot ${doing} in the bucket ${bucket} (${statusOf(error) ?? reasonOf(error)})`,
        'start it (docker compose up -d store; docker compose logs store), or correct S3_ENDPOINT',
      )
  }
}

const RIGHTS = 'read, write, list and delete objects and parts'

/** Asks for CORS and sends a part to a signed address, as browsers do. */
async function uploadAsBrowser(config: Config, storage: Storage, signal: AbortSignal): Promise<Finding[]> {
  const { publicEndpoint, endpoint } = config.storage
  try {
    return [await askForCors(config, publicEndpoint, signal), ...(await sendPart(config, storage, signal))]
  } catch (error) {
    if (signal.aborted) throw error
    const text = `${publicEndpoint} cannot be reached from here (${reasonOf(error)})`
    if (!isOwnAddress(publicEndpoint))
      return [
        wrong(text, 'browsers upload there: lead the name to the proxy or the store, or correct S3_PUBLIC_ENDPOINT'),
      ]
    // The rule is the bucket's, so it holds at the other address as well.
    const cors = await askForCors(config, endpoint, signal).catch(() => [])
    return [cors, note(text, OWN_ADDRESS)].flat()
  }
}

async function askForCors({ storage, publicUrl }: Config, endpoint: string, signal: AbortSignal): Promise<Finding> {
  const { headers, status } = await ask(`${endpoint.replace(/\/$/, '')}/${storage.bucket}/${probeKey()}`, {
    method: 'OPTIONS',
    headers: { origin: publicUrl, 'access-control-request-method': 'PUT' },
    signal,
  })
  const allowed = headers.get('access-control-allow-origin')
  if (allowed === publicUrl || allowed === '*') return ok(`CORS of the bucket lets ${publicUrl} upload`)
  return wrong(
    `CORS of the bucket does not let ${publicUrl} upload (${status}, access-control-allow-origin: ${allowed ?? 'none'})`,
    'run bucket, also after a change of PUBLIC_URL: docker compose up bucket; a proxy in front must pass OPTIONS on',
  )
}

async function sendPart({ storage: { publicEndpoint } }: Config, storage: Storage, signal: AbortSignal) {
  const key = probeKey()
  const uploadId = await storage.parts.begin(key, 'text/plain').catch(() => undefined)
  // The check of the bucket says why.
  if (uploadId === undefined) return []
  try {
    const url = await storage.parts.signedUrl(key, uploadId, { number: 1, bytes: LONG_BODY_BYTES, seconds: 60 })
    const reply = await ask(url, { method: 'PUT', body: new Uint8Array(LONG_BODY_BYTES), signal })
    return [partFinding(reply, publicEndpoint)]
  } catch (error) {
    if (signal.aborted) throw error
    return [wrong(`a proxy at ${publicEndpoint} cuts bodies: 9 MB end with ${reasonOf(error)}`, PASS_BODIES)]
  } finally {
    await storage.parts.drop(key, uploadId)
  }
}

function partFinding({ status, text }: Reply, endpoint: string): Finding {
  if (status === 200) return ok(`a part of 9 MB arrives at ${endpoint}`)
  const [, code] = /<Code>(\w+)<\/Code>/.exec(text) ?? []
  if (code === 'SignatureDoesNotMatch')
    return wrong(
      `the store behind ${endpoint} does not accept signed addresses (${code})`,
      'the proxy in front must pass on Host and path unchanged: the signature covers them',
    )
  if (code)
    return wrong(
      `the store behind ${endpoint} refuses a part of 9 MB (${status} ${code})`,
      'see what is said of its keys, its rights and the clock',
    )
  return wrong(`a proxy at ${endpoint} cuts bodies: it answers ${status} to 9 MB, and not the store`, PASS_BODIES)
}

const PASS_BODIES = 'let it pass bodies of any size on (nginx: client_max_body_size 0; proxy_request_buffering off)'
