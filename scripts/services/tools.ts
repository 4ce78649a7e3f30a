import { isInstalled, type Package } from './packages.ts'

/** Programs the product itself runs: the worker decodes with ffmpeg, inside the sandbox of bubblewrap. */
export const tools: readonly Package[] = [
  { name: 'ffmpeg', programs: ['ffmpeg'] },
  { name: 'bubblewrap', programs: ['bwrap'] },
]

/** Component tests and journeys run in it; a page without a font of its own needs one. */
export const browser: Package = { name: 'chromium', programs: ['chromium'], besides: ['fonts-dejavu-core'] }

export const missingTools = () => [...tools, browser].filter((tool) => !isInstalled(tool)).map(({ name }) => name)
