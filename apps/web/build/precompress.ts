import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

import type { Plugin } from 'vite'

const COMPRESSIBLE = /\.(js|css|svg|json|webmanifest|txt)$/
/** Below this a reply fits one packet anyway. */
const SHORTEST_BYTES = 1000
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_MAX_QUALITY } = constants

/** Writes `.br` and `.gz` beside every built file that shrinks; the server chooses by what a browser accepts. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle: ({ dir = '' }, bundle) => {
      for (const name of Object.keys(bundle)) if (COMPRESSIBLE.test(name)) compressFile(join(dir, name))
    },
  }
}

/** A build has the time for the best that either can do. */
function compressFile(path: string): void {
  const plain = readFileSync(path)
  if (plain.length < SHORTEST_BYTES) return
  const params = { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY, [BROTLI_PARAM_SIZE_HINT]: plain.length }
  writeFileSync(`${path}.br`, brotliCompressSync(plain, { params }))
  writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }))
}
