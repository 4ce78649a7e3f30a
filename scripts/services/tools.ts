import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { projectRoot } from '#scripts/settings.ts'

import { findCommand } from './commands.ts'
import { aptGet, isInstalled, type Package } from './packages.ts'

/**
 * Programs the product runs: in a bubblewrap sandbox, the worker decodes with ffmpeg and fetches from video sites with
 * yt-dlp through socat. Sites change every month, so yt-dlp must be recent.
 */
export const tools: readonly Package[] = [
  { name: 'ffmpeg', programs: ['ffmpeg'] },
  { name: 'bubblewrap', programs: ['bwrap'] },
  { name: 'socat', programs: ['socat'] },
  { name: 'yt-dlp', programs: ['yt-dlp'], suite: 'sid' },
]

/** Tests run in the headless shell, which costs less CPU; benches and some journeys in Chromium itself. Pages need a font. */
export const browsers: readonly Package[] = [
  { name: 'chromium-headless-shell', programs: ['chromium-headless-shell'] },
  { name: 'chromium', programs: ['chromium'], alsoInstall: ['fonts-dejavu-core'] },
]

/** Journeys open exported documents with it. */
export const office: Package = { name: 'libreoffice-writer-nogui', programs: ['soffice'] }

/** Journeys run in Firefox and WebKit too. Firefox needs a sound card; WebKit a screen, and it plays by GStreamer. */
export const engines: readonly Package[] = [
  { name: 'firefox-esr', programs: ['firefox-esr'] },
  { name: 'pulseaudio', programs: ['pulseaudio'] },
  {
    name: 'webkit2gtk-driver',
    programs: ['WebKitWebDriver'],
    alsoInstall: ['gstreamer1.0-plugins-base', 'gstreamer1.0-plugins-good', 'gstreamer1.0-libav'],
  },
  { name: 'xvfb', programs: ['Xvfb'] },
]

/** They check the files of `deploy`; stable has none that are recent enough. */
export const deployTools: readonly Package[] = [
  { name: 'docker-compose', programs: ['docker-compose'], suite: 'sid', isBinary: true },
  { name: 'kustomize', programs: ['kustomize'], suite: 'sid', isBinary: true },
]

const all = [...tools, ...browsers, ...engines, office, ...deployTools]

export const allTools = () => all.map(({ name }) => name)

export const missingTools = () => all.filter((tool) => !isInstalled(tool)).map(({ name }) => name)

const folder = resolve(projectRoot, '.tools/prometheus')
/** Debian package of each program that checks the files of deploy/monitoring. */
const packages = { promtool: 'prometheus', amtool: 'prometheus-alertmanager' } as const

type Checker = keyof typeof packages

export const checkers = Object.keys(packages) as Checker[] // Object.keys forgets the names

/**
 * The path of a program that checks monitoring. Its package is unpacked, not installed: installing it would start a
 * server. Needs no root.
 */
export function findChecker(name: Checker): string {
  const installed = findCommand(name)
  if (installed) return installed
  const unpacked = join(folder, name)
  if (!existsSync(unpacked)) unpack(name)
  return unpacked
}

function unpack(name: Checker): void {
  if (!findCommand('apt-get')) throw new Error(`${name} is missing: install ${packages[name]}`)
  const temporary = mkdtempSync(join(tmpdir(), `${name}-`))
  try {
    aptGet(['download', packages[name]], { cwd: temporary })
    const [file = ''] = globSync(join(temporary, '*.deb'))
    execFileSync('dpkg', ['-x', file, temporary])
    mkdirSync(folder, { recursive: true })
    copyFileSync(join(temporary, 'usr/bin', name), join(folder, name))
  } finally {
    rmSync(temporary, { recursive: true })
  }
}
