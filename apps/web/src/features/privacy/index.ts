export { DeletionBanner } from './deletion-banner.tsx'
export { ExportDownload } from './export-download.tsx'
export { Privacy } from './privacy.tsx'
