import { spawnSync } from 'node:child_process'

import { projectRoot } from '#scripts/settings.ts'

/**
 * `pnpm e2e`: the journeys in Chromium's headless shell, those of the service worker in Chromium itself.
 * `--engines`: those of `engines/` in Chromium, Firefox and WebKit.
 * `--gate`: the journeys, and over the same stack the shortest ones of `engines/` in all three.
 * Other arguments are Playwright's.
 */
const JOURNEYS = ['journeys', 'whole browser']
const SETS: Record<string, readonly string[]> = {
  '--engines': ['chromium', 'firefox', 'webkit'],
  '--gate': [...JOURNEYS, 'chromium short', 'firefox short', 'webkit short'],
}

const args = process.argv.slice(2)
const projects = args.flatMap((arg) => SETS[arg] ?? [])
const chosen = (projects.length > 0 ? projects : JOURNEYS).map((name) => `--project=${name}`)
const others = args.filter((arg) => !SETS[arg])
const { status } = spawnSync('playwright', ['test', '--config', 'e2e/playwright.config.ts', ...chosen, ...others], {
  cwd: projectRoot,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
