import { isInstalled, type Package } from './packages.ts'

/**
 * Programs the product itself runs: the worker decodes with ffmpeg, inside the sandbox of bubblewrap, where yt-dlp too
 * fetches from video sites, by way of socat. Sites change every month, so an old yt-dlp is of no use.
 */
export const tools: readonly Package[] = [
  { name: 'ffmpeg', programs: ['ffmpeg'] },
  { name: 'bubblewrap', programs: ['bwrap'] },
  { name: 'socat', programs: ['socat'] },
  { name: 'yt-dlp', programs: ['yt-dlp'], suite: 'sid' },
]

/** Component tests and journeys run in it; a page without a font of its own needs one. */
export const browser: Package = { name: 'chromium', programs: ['chromium'], besides: ['fonts-dejavu-core'] }

/** Journeys open in it what people take away. */
export const office: Package = { name: 'libreoffice-writer-nogui', programs: ['soffice'] }

export const allTools = () => [...tools, browser, office].map(({ name }) => name)

export const missingTools = () =>
  [...tools, browser, office].filter((tool) => !isInstalled(tool)).map(({ name }) => name)
