export { DownloadButton } from './download-button.tsx'
export { DownloadIcon } from './download-icon.tsx'
