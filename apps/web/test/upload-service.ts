import type { ProcessState, Script } from '@doslovno/contract/scripts.ts'
import type { Upload } from '@doslovno/contract/uploads.ts'

import type { UploadApi } from '#features/upload/queue/uploader.ts'
import { readPart, sha256 } from '#features/upload/sending/file-parts.ts'
import type { PartsApi } from '#features/upload/sending/send-file.ts'
import { ApiError } from '#lib/http/api-error.ts'
import { type PutOptions, StorageRefusal, UploadError } from '#lib/http/put-bytes.ts'

/** A part is cut off half way, its answer is lost, its address has expired, or it hangs. */
export type Fault = 'cut' | 'answer lost' | 'expired' | 'hangs'
type Stored = { upload: Upload; parts: Map<number, { bytes: Uint8Array; sha256: string }> }

export const PART_SIZE = 10

/** An in-memory service and storage with planned faults; it records calls and bytes. */
export function fakeService() {
  const world = newWorld()
  const api: UploadApi = { ...partsOf(world), ...scriptsOf(world) }
  return {
    ...world,
    api,
    /** Errors for the next calls of a name. */
    fail: (name: keyof UploadApi, ...errors: Error[]) => world.failures.set(name, errors),
    /** The whole file as stored. */
    contentOf: (id: string) => {
      const parts = [...(world.uploads.get(id)?.parts ?? [])].toSorted(([a], [b]) => a - b)
      return new TextDecoder().decode(new Uint8Array(parts.flatMap(([, { bytes }]) => [...bytes])))
    },
    has: (id: string) => world.uploads.has(id),
    /** An upload begun before, with its first parts stored. */
    begun: async (file: File, partsThere: number) => {
      const upload = await api.create(file)
      for (const number of Array.from({ length: partsThere }, (_, index) => index + 1)) {
        const bytes = await readPart(file, PART_SIZE, number)
        stored(world, upload.id).parts.set(number, { bytes: new Uint8Array(bytes), sha256: await sha256(bytes) })
      }
      world.calls.length = 0
      return { ...upload, uploadedBytes: partsThere * PART_SIZE }
    },
  }
}

type World = ReturnType<typeof newWorld>

function newWorld() {
  return {
    uploads: new Map<string, Stored>(),
    calls: [] as string[],
    /** Faults of the next parts, in turn. */
    faults: [] as (Fault | undefined)[],
    /** Bytes sent over the network, lost ones included. */
    sent: { bytes: 0, uploads: 0 },
    answers: { script: {} as Partial<Script>, process: [] as ProcessState[] },
    failures: new Map<string, Error[]>(),
  }
}

function asked({ calls, failures }: World, name: keyof UploadApi, detail: string) {
  calls.push(`${name} ${detail}`)
  const failure = failures.get(name)?.shift()
  if (failure) throw failure
}

function stored({ uploads }: World, id: string): Stored {
  const found = uploads.get(id)
  if (!found) throw new ApiError(404, null)
  return found
}

function partsOf(world: World): PartsApi {
  const { uploads, sent } = world
  return {
    create: async ({ name, size, type }) => {
      asked(world, 'create', name)
      sent.uploads += 1
      const upload = uploadOf({ id: `u${sent.uploads}`, fileName: name, size, contentType: type })
      uploads.set(upload.id, { upload, parts: new Map() })
      return upload
    },
    listParts: async (id) => {
      asked(world, 'listParts', id)
      const parts = [...stored(world, id).parts]
      return parts.map(([number, { bytes, sha256: hash }]) => ({ number, size: bytes.length, etag: '', sha256: hash }))
    },
    signPart: async (id, { number, sha256: hash }) => {
      asked(world, 'signPart', `${id} ${number}`)
      stored(world, id)
      return `${id} ${number} ${hash}`
    },
    put: async (url, bytes, options) => {
      const [id = '', number = '', hash = ''] = url.split(' ')
      asked(world, 'put', number)
      await carry(world, bytes, options, () =>
        stored(world, id).parts.set(Number(number), { bytes: new Uint8Array(bytes), sha256: hash }),
      )
    },
    complete: async (id) => {
      asked(world, 'complete', id)
      stored(world, id)
      return scriptOf({ id: `script-${id}`, isInspected: false })
    },
    abort: async (id) => {
      asked(world, 'abort', id)
      uploads.delete(id)
    },
  }
}

/** Sends bytes over the network, subject to the planned fault. */
async function carry({ faults, sent }: World, bytes: ArrayBuffer, options: PutOptions, keep: () => void) {
  const fault = faults.shift()
  const half = Math.floor(bytes.byteLength / 2)
  if (fault === 'expired') throw new StorageRefusal(403, '')
  options.onProgress(half)
  if (fault === 'hangs') await cancelled(options.signal)
  sent.bytes += fault === 'cut' ? half : bytes.byteLength
  if (fault === 'cut') throw new UploadError('network')
  keep()
  if (fault === 'answer lost') throw new UploadError('network')
  options.onProgress(bytes.byteLength)
}

function cancelled(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new UploadError('aborted')))
  })
}

function scriptsOf(world: World): Omit<UploadApi, keyof PartsApi> {
  const { answers } = world
  return {
    getScript: async (id) => {
      asked(world, 'getScript', id)
      return scriptOf({ id, ...answers.script })
    },
    getProcess: async (processId) => {
      asked(world, 'getProcess', processId)
      const state = answers.process.length > 1 ? answers.process.shift() : answers.process[0]
      if (!state) throw new ApiError(404, null)
      return state
    },
    process: async (id, options, force) =>
      asked(world, 'process', `${id} ${options.mediaType}${force ? ' force' : ''}`),
    takeLink: async (url) => {
      asked(world, 'takeLink', url)
      return 'p1'
    },
    cancelLink: async (processId) => asked(world, 'cancelLink', processId),
  }
}

export function uploadOf(change: Partial<Upload>): Upload {
  return {
    id: 'u1',
    fileName: 'a.mp3',
    size: 100,
    contentType: 'audio/mpeg',
    partSize: PART_SIZE,
    uploadedBytes: 0,
    createdAt: '2026-11-15T09:00:00Z',
    expiresAt: '2026-11-16T09:00:00Z',
    ...change,
  }
}

export function scriptOf(change: Partial<Script>): Script {
  return {
    id: 's1',
    fileName: 'a.mp3',
    fileSize: 100,
    type: 'audio',
    duration: 60,
    uploadAt: '2026-11-15T09:00:00Z',
    status: 'uploaded',
    isInspected: true,
    public: false,
    canEdit: true,
    isExpired: false,
    fileSrc: null,
    playbackSrc: null,
    srcSeconds: 3600,
    speakerNames: [],
    version: 1,
    language: null,
    speakers: 0,
    peaks: [],
    script: [],
    flaws: [],
    scriptSummary: [],
    summaryBlocks: [],
    ...change,
  }
}
