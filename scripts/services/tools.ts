import { isInstalled, type Package } from './packages.ts'

/** Programs the product itself runs: the worker decodes with ffmpeg, inside the sandbox of bubblewrap. */
export const tools: readonly Package[] = [
  { name: 'ffmpeg', programs: ['ffmpeg'] },
  { name: 'bubblewrap', programs: ['bwrap'] },
]

/** Component tests and journeys run in it. */
export const browser: Package = { name: 'chromium', programs: ['chromium'] }

export const missingTools = () => [...tools, browser].filter((tool) => !isInstalled(tool)).map(({ name }) => name)
