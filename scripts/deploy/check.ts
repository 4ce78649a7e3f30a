import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'

import { stringify } from 'yaml'

import { run } from '#scripts/services/commands.ts'

import { composeFiles, deployDir, filledExample } from './example.ts'

/** `pnpm deploy:check`: Compose and kustomize themselves read the files of `deploy`. */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'deploy-'))
  try {
    await checkCompose(folder)
    await checkKustomize(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function checkCompose(folder: string): Promise<void> {
  const [base = '', demo = '', tls = ''] = composeFiles
  const config = (files: readonly string[], values: Readonly<Record<string, string>> = {}) => {
    const file = join(folder, 'env')
    writeFileSync(file, Object.entries(values).map(([name, value]) => `${name}=${value}\n`).join('')) // prettier-ignore
    return run('docker-compose', ['--env-file', file, ...files.flatMap((one) => ['-f', one]), 'config', '--services'])
  }
  const { COMPOSE_FILE: _, PUBLIC_URL, ...settings } = filledExample()
  const counts = [await config([base, demo]), await config([base, tls], { ...settings, PUBLIC_URL: PUBLIC_URL ?? '' })]
  if (await config([base, tls], settings).then(() => true, () => false)) throw new Error('Compose accepts names without PUBLIC_URL') // prettier-ignore
  const [tried, served] = counts.map((names) => names.split('\n').length)
  console.log(`compose: ${tried} services to try, ${served} for people; a missing variable is refused`)
}

async function checkKustomize(folder: string): Promise<void> {
  const overlay = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    namespace: 'doslovno',
    resources: [relative(realpathSync(folder), resolve(deployDir, 'k8s'))],
    images: ['api', 'worker', 'migrate'].map((name) => ({
      name: `doslovno-${name}`,
      newName: `registry.example.ru/doslovno-${name}`,
    })),
  }
  writeFileSync(join(folder, 'kustomization.yaml'), stringify(overlay))
  const built = await run('kustomize', ['build', folder])
  const objects = built.match(/^kind: /gm)?.length ?? 0
  const images = built.match(/image: registry\.example\.ru\/doslovno-\S+:\d/g)?.length ?? 0
  if (images !== 4) throw new Error(`kustomize replaced ${images} of 4 images`)
  console.log(`kustomize: ${objects} objects`)
}

await main()
