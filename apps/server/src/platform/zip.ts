import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'

import { ZipFile } from 'yazl'

/** An archive that is read while it is written: no entry is ever whole in memory. */
export type Zip = {
  output: Readable
  /** Adds an entry and waits until it has been read; throws if the output was closed meanwhile. */
  add(path: string, content: string | Uint8Array | Readable, options?: EntryOptions): Promise<void>
  end(): void
}

/** `isStored`: without compression, for recordings, which are compressed already. */
type EntryOptions = { modifiedAt?: Date | undefined; isStored?: boolean }

/** Names are UTF-8; large entries and archives have the format ZIP64. */
export function openZip(): Zip {
  const zip = new ZipFile()
  // A PassThrough, which the types call a mere stream of Node.
  const output = zip.outputStream as Readable
  const closed = new AbortController()
  output.once('close', () => closed.abort())
  zip.on('error', (error: Error) => output.destroy(error))
  return {
    output,
    add: async (path, content, { modifiedAt, isStored = false } = {}) => {
      const source = content instanceof Readable ? content : Readable.from([Buffer.from(content)])
      try {
        const ended = finished(source, { signal: closed.signal })
        zip.addReadStream(source, path, { compress: !isStored, ...(modifiedAt && { mtime: modifiedAt }) })
        await ended
      } catch (error) {
        source.destroy()
        throw error
      }
    },
    end: () => zip.end(),
  }
}
