import { isInstalled, type Package } from './packages.ts'

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

/** For component tests and journeys; pages need a system font. */
export const browser: Package = { name: 'chromium', programs: ['chromium'], alsoInstall: ['fonts-dejavu-core'] }

/** Journeys open exported documents with it. */
export const office: Package = { name: 'libreoffice-writer-nogui', programs: ['soffice'] }

/** They check the files of `deploy`; stable has none that are recent enough. */
export const deployTools: readonly Package[] = [
  { name: 'docker-compose', programs: ['docker-compose'], suite: 'sid', isBinary: true },
  { name: 'kustomize', programs: ['kustomize'], suite: 'sid', isBinary: true },
]

export const allTools = () => [...tools, browser, office, ...deployTools].map(({ name }) => name)

export const missingTools = () =>
  [...tools, browser, office, ...deployTools].filter((tool) => !isInstalled(tool)).map(({ name }) => name)
