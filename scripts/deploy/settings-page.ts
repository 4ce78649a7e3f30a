import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'

import { sections, TestEnv } from '@doslovno/server/platform/env.ts'

import { projectRoot } from '#scripts/settings.ts'

type Variable = {
  description?: string | undefined
  safeParse: (value: unknown) => { success: boolean; data?: unknown }
}

export const settingsPagePath = resolve(projectRoot, 'docs/operations/settings.md')

const HEAD = `# Settings

Every variable of api, worker and migrate: all of them get the same ones, from \`.env\` ([Install](install.md)) or a ConfigMap and a Secret ([Kubernetes](kubernetes.md)). A process with a wrong one does not start and names every problem. \`pnpm settings\` writes this page from \`apps/server/src/platform/env.ts\`.
`

/** `docs/operations/settings.md`: every variable with its default and its description. */
export function settingsPage(): string {
  const tables = Object.entries(sections).map(
    ([title, variables]) =>
      `## ${title}\n\n| variable | default | meaning |\n|---|---|---|\n${Object.entries(variables).map(row).join('\n')}`,
  )
  const names = Object.keys(TestEnv.shape).map((name) => `\`${name}\``)
  const tests = `## Tests alone\n\nRefused in production and under a public address: ${names.join(', ')}.`
  return `${[HEAD, ...tables.map((table) => `${table}\n`), tests].join('\n')}\n`
}

const row = ([name, variable]: [string, Variable]) =>
  `| \`${name}\` | ${defaultOf(variable)} | ${variable.description} |`

/** The value of a variable that is not set. */
function defaultOf(variable: Variable): string {
  const { success, data } = variable.safeParse(undefined)
  if (!success) return 'required'
  const text = Array.isArray(data) ? data.join(',') : typeof data === 'string' ? data : JSON.stringify(data ?? '')
  if (text === '' || text === '""') return 'none'
  return `\`${text.replace(tmpdir(), '<tmp>')}\``
}

if (import.meta.main) writeFileSync(settingsPagePath, settingsPage())
