import { buffer } from 'node:stream/consumers'

import { fromBuffer } from 'yauzl'

/** The files of an archive. The library refuses names that lead out of it. */
export function unzip(archive: Buffer): Promise<Map<string, Buffer>> {
  return new Promise((done, fail) => {
    fromBuffer(archive, { lazyEntries: true }, (failure, zip) => {
      if (failure) return fail(failure)
      const files = new Map<string, Buffer>()
      zip.on('error', fail).on('end', () => done(files))
      zip.on('entry', (entry) => {
        zip.openReadStream(entry, (error, stream) => {
          if (error) return fail(error)
          buffer(stream).then((content) => {
            files.set(entry.fileName, content)
            zip.readEntry()
          }, fail)
        })
      })
      zip.readEntry()
    })
  })
}
