import { createHash } from 'node:crypto'
import { join } from 'node:path'

import { build, type Plugin } from 'vite'

const SOURCE = join(import.meta.dirname, '../worker/sw.js')
const PATH = '/sw.js'
/** All that the app is made of; the list of words is large, and rare letters have a fallback. */
const KEPT = /^assets\/.*\.(js|css|woff2)$/
const RARE = /-ext-/

type Release = { version: string; entries: readonly string[]; assets: readonly string[] }

/** Writes the service worker of a release: it knows the release's files. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    configureServer: ({ middlewares }) => {
      // While developing nothing is kept.
      middlewares.use(PATH, (_, reply, next) => {
        bundle({ version: 'dev', entries: [], assets: [] }).then(
          (code) => reply.setHeader('content-type', 'text/javascript').end(code),
          next,
        )
      })
    },
    generateBundle: {
      order: 'post',
      async handler(_, files) {
        const assets = Object.keys(files)
          .filter((name) => KEPT.test(name) && !RARE.test(name))
          .map((name) => `/${name}`)
          .toSorted()
        const chunks = Object.values(files).filter((file) => file.type === 'chunk')
        const entries = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName)
        const version = createHash('sha256').update(assets.join()).digest('hex').slice(0, 16)
        this.emitFile({ type: 'asset', fileName: PATH.slice(1), source: await bundle({ version, entries, assets }) })
      },
    },
  }
}

/** One script without imports. */
async function bundle(release: Release): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define: { __RELEASE__: JSON.stringify(release) },
    build: {
      write: false,
      target: 'baseline-widely-available',
      rolldownOptions: { input: SOURCE, output: { format: 'iife' } },
    },
  })
  const [chunk] = Array.isArray(built) ? built.flatMap(({ output }) => output) : 'output' in built ? built.output : []
  if (chunk?.type !== 'chunk') throw new Error('The service worker was not built')
  return chunk.code
}
