import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { run } from '#scripts/services/commands.ts'

import { build, hasImage, podman } from './engine.ts'

const DEBIAN = 'docker.io/library/debian:bookworm-slim'
const NODE = 'docker.io/library/node:24-bookworm-slim'
const NPM_VERSION = '11'

/** The images that the Dockerfile starts from, unless they are there. */
export async function makeBases(folder: string): Promise<void> {
  if (await hasImage(NODE)) return
  await makeDebian(folder)
  await makeNode(folder)
}

/** A Debian as small as the official one. A mirror may be a snapshot whose signatures have expired. */
async function makeDebian(folder: string): Promise<void> {
  const archive = join(folder, 'debian.tar')
  const leftOut = ['doc', 'man', 'locale'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`)
  const options = ['--variant=minbase', '--include=ca-certificates', '--aptopt=Acquire::Check-Valid-Until "false"']
  await run('mmdebstrap', [...options, ...leftOut, 'bookworm', archive])
  await podman('import', archive, DEBIAN)
}

const CONTAINERFILE = `FROM ${DEBIAN}
COPY node /usr/local/bin/node
COPY node_modules/npm /usr/local/lib/node_modules/npm
COPY ca.pem /usr/local/share/ca-certificates/build.crt
ENV NODE_EXTRA_CA_CERTS=/usr/local/share/ca-certificates/build.crt
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
`

/**
 * A stand-in under the name of the official image, which needs a registry: this Node, npm, and the certificates this
 * machine trusts, for builds behind a proxy.
 */
async function makeNode(folder: string): Promise<void> {
  const context = join(folder, 'node')
  mkdirSync(context, { recursive: true })
  copyFileSync(process.execPath, join(context, 'node'))
  const extra = process.env.NODE_EXTRA_CA_CERTS ?? ''
  copyFileSync(existsSync(extra) ? extra : '/etc/ssl/certs/ca-certificates.crt', join(context, 'ca.pem'))
  await run('npm', ['install', '--prefix', context, '--no-save', '--loglevel=error', `npm@${NPM_VERSION}`])
  writeFileSync(join(context, 'Containerfile'), CONTAINERFILE)
  await build('-t', NODE, context)
}
